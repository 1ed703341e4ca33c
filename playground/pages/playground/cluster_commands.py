"""The commands that print what a pod finds in its cluster, to be pasted: its workload, Services, ConfigMaps, its node.

`kubectl` 1.37. The command about Secrets prints their names and keys: it names no value, so it can print none.
"""

from __future__ import annotations

from typing import Final

from playground.pages.markup import Command, prose

_WORKLOAD = "kubectl get deployment NAME -o yaml && echo --- && kubectl get services,configmaps -o yaml"
_KEYS_OF_SECRETS = """\
kubectl get secrets -o go-template='{{range .items}}---
apiVersion: v1
kind: Secret
metadata: {name: "{{.metadata.name}}"}
stringData:{{range $key, $_ := .data}}
  "{{$key}}": <{{$key}}>{{end}}
{{end}}'"""
_NODE = "echo --- && kubectl get node NAME -o yaml"

CLUSTER_COMMANDS: Final = (
    Command(
        prose("A workload, with the Services and ConfigMaps of its namespace:"),
        _WORKLOAD,
        prose(
            "Replace `NAME`, and `deployment` by another kind if need be. Another namespace than the current one needs "
            "`-n NAMESPACE` twice. Secrets are left out on purpose."
        ),
    ),
    Command(
        prose("Then, below it, the keys of the Secrets, without their values:"),
        _KEYS_OF_SECRETS,
        prose("The template asks for names and keys only. `<password>` stands for the value of `password`."),
    ),
    Command(prose("And the node of the pod, for addresses and sizes:"), _NODE, prose("Replace `NAME`.")),
)
