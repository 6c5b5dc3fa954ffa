"""From template.yaml to what the emulator can create: pure functions over templates as plain dicts.

`localise` (artefacts, nothing that watches or protects) -> `translate` (SAM's own transform) ->
`expand_http_apis` (the emulator ignores the OpenAPI body of an HTTP API).
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import boto3
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator
from samtranslator.yaml_helper import yaml_parse

Template = dict[str, Any]
REGION = "eu-west-1"
ARTIFACTS = {"AWS::Serverless::Function": "CodeUri", "AWS::Serverless::LayerVersion": "ContentUri"}


def load(file: Path) -> Template:
    """The template in `file` with CloudFormation's short forms (`!Ref x`) written out."""
    parsed: Template = json.loads(json.dumps(yaml_parse(file.read_text(encoding="utf-8"))))
    return parsed


def artifact_folders(template: Template) -> dict[str, str]:
    """Logical id -> folder, as the template names it, for every function and layer."""
    return {
        logical_id: resource["Properties"][ARTIFACTS[resource["Type"]]]
        for logical_id, resource in template["Resources"].items()
        if resource["Type"] in ARTIFACTS
    }


def localise(template: Template, artifacts: Mapping[str, str]) -> Template:
    """The template for one machine: `artifacts` (logical id -> s3 address) in place of folders.

    Nested stacks are left out (alarms have nothing to watch here), tables may be deleted, and old layers go.
    """
    local = copy.deepcopy(template)
    nested = {name for name, r in local["Resources"].items() if r["Type"] == "AWS::Serverless::Application"}
    local["Resources"] = {name: r for name, r in local["Resources"].items() if name not in nested}
    local["Outputs"] = {
        name: output for name, output in local.get("Outputs", {}).items() if not nested & _names_in(output)
    }
    for logical_id, resource in local["Resources"].items():
        properties = resource.get("Properties", {})
        if logical_id in artifacts:
            properties[ARTIFACTS[resource["Type"]]] = artifacts[logical_id]
        if resource["Type"] == "AWS::DynamoDB::Table":
            properties.pop("DeletionProtectionEnabled", None)
        if resource["Type"] == "AWS::Serverless::LayerVersion":
            properties["RetentionPolicy"] = "Delete"
        for policy in properties.get("Policies", []):
            for statement in policy["Statement"]:
                _widen_for_the_emulator(statement)
    return local


def _widen_for_the_emulator(statement: dict[str, Any]) -> None:
    """The emulator enforces roles, with two mistakes: what it asks for is more than AWS does."""
    if statement["Action"] == "ses:SendEmail":  # it knows neither the resource nor the sender of a mail
        statement["Resource"] = "*"
        del statement["Condition"]
    if statement["Action"] == "sqs:SendMessage":  # in AWS this is the right for a batch too
        statement["Action"] = ["sqs:SendMessage", "sqs:SendMessageBatch"]


def _names_in(value: object) -> set[str]:
    """Logical ids that a value refers to by Ref or Fn::GetAtt."""
    found: set[str] = set()
    for item in _walk(value):
        if "Ref" in item:
            found.add(item["Ref"])
        if "Fn::GetAtt" in item:
            target = item["Fn::GetAtt"]
            found.add(target.split(".")[0] if isinstance(target, str) else target[0])
    return found


def _walk(value: object) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from _walk(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _walk(inner)


def translate(template: Template, parameters: Mapping[str, str]) -> Template:
    """SAM to CloudFormation, with the transform that AWS runs. Raises InvalidDocumentException."""
    session = boto3.Session(region_name=REGION)
    translator = Translator({}, Parser(), boto_session=session)
    translated: Template = translator.translate(copy.deepcopy(template), dict(parameters))
    return translated


def expand_http_apis(template: Template) -> Template:
    """Each HTTP API's OpenAPI body as Integration and Route resources of their own."""
    expanded = copy.deepcopy(template)
    added: Template = {}
    for api_id, resource in expanded["Resources"].items():
        properties = resource.get("Properties", {})
        if resource["Type"] != "AWS::ApiGatewayV2::Api" or "Body" not in properties:
            continue
        body = properties.pop("Body")
        properties |= {"Name": api_id, "ProtocolType": "HTTP"}
        for path, operations in body["paths"].items():
            for method, operation in operations.items():
                added |= _route(api_id, path, method, operation["x-amazon-apigateway-integration"])
    expanded["Resources"] |= added
    return expanded


def _route(api_id: str, path: str, method: str, integration: Mapping[str, Any]) -> Template:
    verb = "ANY" if method == "x-amazon-apigateway-any-method" else method.upper()
    name = api_id + "".join(part.capitalize() for part in re.findall(r"[a-zA-Z0-9]+", f"{path} {verb}"))
    return {
        f"{name}Integration": {
            "Type": "AWS::ApiGatewayV2::Integration",
            "Properties": {
                "ApiId": {"Ref": api_id},
                "IntegrationType": "AWS_PROXY",
                "IntegrationMethod": "POST",
                "IntegrationUri": integration["uri"],
                "PayloadFormatVersion": "2.0",
            },
        },
        f"{name}Route": {
            "Type": "AWS::ApiGatewayV2::Route",
            "Properties": {
                "ApiId": {"Ref": api_id},
                "RouteKey": "$default" if path == "/$default" else f"{verb} {path}",
                "Target": {"Fn::Join": ["/", ["integrations", {"Ref": f"{name}Integration"}]]},
            },
        },
    }


def versions(translated: Template) -> set[str]:
    """Logical ids of the function versions that a translated template publishes."""
    return {name for name, r in translated["Resources"].items() if r["Type"] == "AWS::Lambda::Version"}


def ttl_attributes(translated: Template) -> dict[str, str]:
    """Logical id of a table -> attribute by which its items expire."""
    return {
        name: resource["Properties"]["TimeToLiveSpecification"]["AttributeName"]
        for name, resource in translated["Resources"].items()
        if "TimeToLiveSpecification" in resource.get("Properties", {})
    }
