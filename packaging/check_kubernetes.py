"""Checks a manifest against the schemas of Kubernetes, and what schemas do not see: check_kubernetes.py FILE VERSION…

Selectors must choose the pods, names of ports and volumes must exist, and pods must run without root and within limits.
"""

import sys

import kubernetes_validate
import yaml


def main(path: str, versions: list[str]) -> int:
    with open(path) as file:
        documents = list(yaml.safe_load_all(file))
    faults = [fault for version in versions for document in documents for fault in schema_faults(document, version)]
    faults += reference_faults(documents)
    for fault in faults:
        print(f"{path}: {fault}", file=sys.stderr)
    if not faults:
        print(f"{path}: {', '.join(document['kind'] for document in documents)}: right for Kubernetes {', '.join(versions)}")
    return 1 if faults else 0


def schema_faults(document: dict, version: str) -> list[str]:
    try:
        kubernetes_validate.validate(document, version, strict=True)
    except kubernetes_validate.ValidationError as error:
        return [f"{document.get('kind')}, {version}: {'.'.join(map(str, error.path))}: {error.message}"]
    return []


def reference_faults(documents: list[dict]) -> list[str]:
    faults = []
    kinds = {document["kind"]: document for document in documents}
    pod = kinds["Deployment"]["spec"]["template"]
    labels = pod["metadata"]["labels"]
    selectors = {
        "Deployment": kinds["Deployment"]["spec"]["selector"]["matchLabels"],
        "Service": kinds["Service"]["spec"]["selector"],
        "PodDisruptionBudget": kinds["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"],
        "NetworkPolicy": kinds["NetworkPolicy"]["spec"]["podSelector"]["matchLabels"],
    }
    faults += [f"{kind} selects {selector}, but pods have {labels}" for kind, selector in selectors.items() if not selector.items() <= labels.items()]

    volumes = {volume["name"] for volume in pod["spec"]["volumes"]}
    if pod["spec"]["securityContext"].get("runAsNonRoot") is not True:
        faults.append("pods may run as root")
    for container in pod["spec"]["containers"]:
        name = container["name"]
        ports = {port["name"] for port in container["ports"]}
        used = [container[probe]["httpGet"]["port"] for probe in ("startupProbe", "readinessProbe", "livenessProbe")]
        used += [port["targetPort"] for port in kinds["Service"]["spec"]["ports"]]
        used += [port["port"] for rule in kinds["NetworkPolicy"]["spec"]["ingress"] for port in rule["ports"]]
        faults += [f"{name} has no port {port}" for port in used if port not in ports]
        faults += [f"{name} mounts {mount['name']}, which is no volume" for mount in container["volumeMounts"] if mount["name"] not in volumes]
        faults += [f"{name} has no limit of {what}" for what in ("cpu", "memory") if what not in container["resources"]["limits"]]
        security = container["securityContext"]
        if not security["readOnlyRootFilesystem"] or security["allowPrivilegeEscalation"] or security["capabilities"].get("drop") != ["ALL"]:
            faults.append(f"{name} has more rights than it needs")
    if kinds["PodDisruptionBudget"]["spec"]["minAvailable"] >= kinds["Deployment"]["spec"]["replicas"]:
        faults.append("no pod may ever be moved: minAvailable is not below replicas")
    return faults


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
