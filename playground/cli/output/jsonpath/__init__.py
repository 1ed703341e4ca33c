"""JSONPath for output, as in `kubectl` and `oc`: k8s.io/client-go ``util/jsonpath``."""
