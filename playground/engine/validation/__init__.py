"""What the API server would refuse in pods, or warn of: one module for each part of a pod."""
