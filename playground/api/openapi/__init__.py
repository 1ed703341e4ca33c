"""The API's description of itself, in OpenAPI 3 and in the OpenAPI 2 that `kubectl` asks for first."""
