"""The form of parameters: a control for each, and what the pods need from outside."""
