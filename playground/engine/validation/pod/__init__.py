"""Validation of what a pod has beside its containers, and of the workload that has the pod's template."""
