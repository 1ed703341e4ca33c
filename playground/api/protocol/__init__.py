"""What Kubernetes' API conventions ask of every resource: requests, refusals, patches, selectors, tables."""
