"""What the Kubernetes API defines: decoding of types, rules for names and quantities, where pods are."""
