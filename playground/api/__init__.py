"""The API: `/templates` and `/processedTemplates` as Kubernetes clients expect them, and `/api/evaluate`.

Kubernetes API conventions; OpenShift ``template.openshift.io/v1``; the Kubernetes proposal "OpenShift Template Syntax".
"""
