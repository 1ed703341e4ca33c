"""What Kubernetes' API says of its own types: how they decode, what names and quantities may be, where pods are."""
