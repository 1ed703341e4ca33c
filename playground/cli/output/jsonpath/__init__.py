"""JSONPath, as `kubectl` and `oc` print by it: k8s.io/client-go ``util/jsonpath``."""
