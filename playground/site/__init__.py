"""The server around the application: environment, middleware, checks, logs, metrics, the watchdog of the workers."""
