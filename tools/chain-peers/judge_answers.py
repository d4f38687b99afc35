"""Judges answers by the documents that their servers publish.

Reads a list of exchanges from the standard input: {server, method, path, status, answer}. Takes each document
from the folder of the first argument, and that of Ogmios 6 from the package `ogmios`, which ships it. Writes
what it judged, and each answer that its document does not allow, as JSON.
"""

import json
import re
import sys
from importlib.util import find_spec
from pathlib import Path

import yaml
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

folder = Path(sys.argv[1])
exchanges = json.load(sys.stdin)


def read(path):
    text = path.read_text(encoding="utf-8")
    return yaml.safe_load(text) if path.suffix == ".yaml" else json.loads(text)


def closed(schema):
    """Koios lists the fields of a row and leaves open whether there are others: here there are none."""
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {key: closed(value) for key, value in schema.items() if key != "example"}
    if isinstance(inner.get("properties"), dict) and isinstance(schema.get("properties"), dict):
        inner.setdefault("additionalProperties", False)
    return inner


def pointed(schema, name):
    """The same schema, whose references name the document that they are of."""
    if isinstance(schema, list):
        return [pointed(item, name) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: name + value if key == "$ref" and value.startswith("#") else pointed(value, name)
        for key, value in schema.items()
    }


class OpenApi:
    """Answers by method, path and status."""

    def __init__(self, path, base="", close=lambda schema: schema):
        self.document = read(path)
        self.base = base
        self.document["components"] = close(self.document["components"])
        resource = Resource(contents=self.document, specification=DRAFT202012)
        self.registry = Registry().with_resource("document", resource)

    def schema_of(self, exchange):
        path = exchange["path"].split("?")[0].removeprefix(self.base)
        fits = [
            documented
            for documented in self.document["paths"]
            if re.fullmatch(re.sub(r"\{[^}]+\}", "[^/]+", documented), path)
        ]
        if not fits:
            return False
        operation = self.document["paths"][min(fits, key=lambda fit: fit.count("{"))]
        responses = operation.get(exchange["method"].lower(), {}).get("responses", {})
        response = {str(key): value for key, value in responses.items()}.get(str(exchange["status"]))
        if response is None:
            return False
        content = response.get("content")
        return True if content is None else pointed([*content.values()][0]["schema"], "document")


class Ogmios:
    """Answers by the method that they name."""

    def __init__(self, folder):
        documents = {name: read(folder / name) for name in ("ogmios.json", "cardano.json")}
        # This rule excludes `ada`, which the same schema requires.
        del documents["cardano.json"]["definitions"]["Value"]["propertyNames"]
        self.registry = Registry().with_resources(
            (name, Resource(contents=document, specification=DRAFT202012))
            for name, document in documents.items()
        )
        self.names = set(documents["ogmios.json"]["properties"])

    def schema_of(self, exchange):
        method = exchange["answer"].get("method", "")
        name = "".join(part[:1].upper() + part[1:] for part in method.split("/")) + "Response"
        return {"$ref": f"ogmios.json#/properties/{name}"} if name in self.names else False


def documents_there():
    koios, kupo = folder / "koios.yaml", folder / "kupo.yaml"
    if koios.exists():
        yield "koios", "koios.yaml", OpenApi(koios, "/api/v1", closed)
    if kupo.exists():
        yield "kupo", "kupo.yaml", OpenApi(kupo)
    for version in (6, 7):
        if (folder / f"ogmios-{version}").exists():
            yield f"ogmios {version}", f"ogmios-{version}", Ogmios(folder / f"ogmios-{version}")
    packaged = Path(find_spec("ogmios").origin).parent / "model"
    yield "ogmios 6", "package ogmios", Ogmios(packaged)


judged, errors = {}, set()
for server, document, judge in documents_there():
    for exchange in exchanges:
        if exchange["server"] != server:
            continue
        judged[document] = judged.get(document, 0) + 1
        schema = judge.schema_of(exchange)
        validator = Draft202012Validator(schema, registry=judge.registry)
        code = (exchange["answer"] or {}).get("error", {}).get("code") if server.startswith("ogmios") else None
        path = f"error {code}" if code else re.sub(r"\?.*|[0-9a-f]{56,}.*|addr_.*|\d+$", "", exchange["path"])
        for error in validator.iter_errors(exchange["answer"]):
            at = "/".join("*" if isinstance(step, int) else step for step in error.absolute_path)
            reason = re.sub(r"^.* (?=is not|are not|does not|is valid)", "", error.message.split(" under each")[0])
            errors.add(f"{document}: {path} {at}: {reason[:200]}")
print(json.dumps({"judged": judged, "errors": sorted(errors)}))
