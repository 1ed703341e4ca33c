"""What a server needs around the application: environment, middleware, checks, logs, metrics, the worker's guard."""
