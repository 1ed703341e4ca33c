"""Rules about secrets: values that look secret, and the base64 of Secrets."""
