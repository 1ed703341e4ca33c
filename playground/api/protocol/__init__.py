"""The parts of Kubernetes' API conventions that every resource has: requests, refusals, patches, selectors, tables."""
