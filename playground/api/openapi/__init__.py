"""The description of the API in OpenAPI 3, and in OpenAPI 2, which `kubectl` asks for first."""
