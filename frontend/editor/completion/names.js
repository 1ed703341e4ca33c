// The names in the text that a field may hold: of ConfigMaps, Secrets and their keys, Services, ports, volumes, containers.
import { at, itemsAt, keysAt, textAt } from "./outline.js";
import { objectsOf } from "./place.js";

const DATA = ["data", "stringData", "binaryData"];
const CONTAINERS = ["initContainers", "containers", "ephemeralContainers"];

const named = (place, kind) => objectsOf(place.roots).filter((object) => textAt(object, "kind") === kind);
const namesOf = (kind) => (place) => named(place, kind).map((object) => [textAt(object, "metadata", "name"), kind]);
const keysOf = (kind, nameAt) => (place) =>
  named(place, kind)
    .filter((object) => textAt(object, "metadata", "name") === textAt(...nameAt(place)))
    .flatMap((object) => DATA.flatMap((part) => keysAt(object, part)).map((key) => [key, `key of ${kind}`]));
const beside = (place) => [place.chain.findLast((node) => node.type === "map"), "name"];
/** Of `items: [{key: …}]`: the name of the ConfigMap or Secret is above the list. */
const above = (name) => (place) => [place.chain.filter((node) => node.type === "map").at(-2), name];

const podOf = ({ chain }) => chain.findLast((node) => at(node, "containers"));
const containersOf = (pod) => CONTAINERS.flatMap((part) => itemsAt(pod, part));
const portsOf = (containers) =>
  containers.flatMap((container) => itemsAt(container, "ports")).flatMap((port) => [
    [textAt(port, "name"), `port ${textAt(port, "containerPort")}`], [textAt(port, "containerPort"), textAt(port, "name") || "port"],
  ]);
/** Every map of the text that has containers, in whichever kind of object. */
const podsIn = (node) => [
  ...(at(node, "containers") ? [node] : []),
  ...(node?.entries ?? node?.items ?? []).flatMap(({ value }) => podsIn(value)),
];
const servicePorts = (service) =>
  itemsAt(service, "spec", "ports").flatMap((port) => [
    [textAt(port, "name"), `port ${textAt(port, "port")}`], [textAt(port, "port"), textAt(port, "name") || "port"],
  ]);

// By the end of the path without indexes; the first that fits is taken.
const LISTS = [
  [/(configMapKeyRef|configMapRef|configMap)\.name$/, namesOf("ConfigMap")],
  [/(secretKeyRef|secretRef|secret|imagePullSecrets|secrets|pullSecret|pushSecret)\.name$|secretName$/, namesOf("Secret")],
  [/configMapKeyRef\.key$/, keysOf("ConfigMap", beside)],
  [/secretKeyRef\.key$/, keysOf("Secret", beside)],
  [/configMap\.items\.key$/, keysOf("ConfigMap", above("name"))],
  [/projected\.sources\.secret\.items\.key$/, keysOf("Secret", above("name"))],
  [/secret\.items\.key$/, keysOf("Secret", above("secretName"))],
  [/volume(Mounts|Devices)\.name$/, (place) => itemsAt(podOf(place), "volumes").map((volume) => [textAt(volume, "name"), "volume"])],
  [/containerName$/, (place) => containersOf(podOf(place)).map((container) => [textAt(container, "name"), "container"])],
  [/(httpGet|tcpSocket|grpc)\.port$/, (place) => portsOf(containersOf(podOf(place)))],
  [/^spec\.ports\.targetPort$/, (place) => portsOf(place.roots.flatMap(podsIn).flatMap(containersOf))],
  [/(backend\.service|^spec\.to|alternateBackends)\.name$|serviceName$/, namesOf("Service")],
  [/^spec\.port\.targetPort$|backend\.service\.port\.(name|number)$/, (place) => named(place, "Service").flatMap(servicePorts)],
  [/claimName$/, namesOf("PersistentVolumeClaim")],
  [/serviceAccountName$/, namesOf("ServiceAccount")],
];

/** The names that the field at `place` may hold: [[name, what it names]], each once. */
export function namesFor(place) {
  const path = place.path.filter((part) => typeof part === "string").join(".");
  const list = LISTS.find(([pattern]) => pattern.test(path))?.[1](place) ?? [];
  const wanted = /port\.number$/.test(path) ? /^\d+$/ : /port\.name$/.test(path) ? /\D/ : /./;
  return [...new Map(list.filter(([name]) => wanted.test(name)).reverse())].reverse();
}

/** The names of the Parameters that the text declares. */
export const parametersIn = (roots) =>
  roots.flatMap((root) => itemsAt(root, "parameters")).map((parameter) => textAt(parameter, "name")).filter(Boolean);
