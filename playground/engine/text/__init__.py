"""Words and formats that know nothing of Kubernetes: Go's formats, near names, secrecy."""
