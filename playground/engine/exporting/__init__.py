"""Turns a Template into what other tools deploy: a Helm chart, a kustomization. Nothing here writes a file."""
