"""Deploys template.yaml to the emulator: creates the stack, or changes it, or sees that nothing differs."""

from __future__ import annotations

import hashlib
import io
import json
import logging
import sys
import time
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError
from infra import layers
from infra.build_sha import build_sha
from infra.local import template as templates

if TYPE_CHECKING:
    from types_boto3_cloudformation import CloudFormationClient
    from types_boto3_cloudformation.type_defs import StackTypeDef as Stack

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "infra/local"
STACK = "lettrix"
BUCKET = "lettrix-artifacts"
DONE = {"CREATE_COMPLETE", "UPDATE_COMPLETE"}
NEVER_CREATED = {"CREATE_FAILED", "ROLLBACK_COMPLETE", "ROLLBACK_FAILED"}
KEPT_BY_REAL_TIME = {"SessionTable"}
"""Sessions expire by the machine's clock, but the emulator's reaper would follow the moved one."""

logging.getLogger("samtranslator").setLevel(logging.ERROR)


class DeployError(RuntimeError):
    """The stack could not be created or changed; the message says which resource and why."""


@dataclass(frozen=True)
class Deployment:
    """What is deployed, and whether this deployment changed anything."""

    outputs: Mapping[str, str]
    """The template's outputs, by name."""
    changed: bool
    seconds: float

    @property
    def queues(self) -> list[str]:
        """Addresses of the queues that functions consume."""
        return [address for name, address in self.outputs.items() if name.endswith("QueueUrl")]


@cache
def _session() -> boto3.Session:
    return boto3.Session(
        aws_access_key_id="test",
        aws_secret_access_key="test",  # noqa: S106  # the emulator takes anything
        region_name=templates.REGION,
    )


def client(service: str, endpoint: str) -> Any:
    """A boto3 client of the emulator at `endpoint`, independent of the caller's environment."""
    config = Config(retries={"total_max_attempts": 2}, s3={"addressing_style": "path"})
    return _session().client(service, endpoint_url=endpoint, config=config)  # type: ignore[call-overload]


def deploy(endpoint: str, parameters: Mapping[str, str]) -> Deployment:
    """Bring the stack to what the working tree says. `parameters` are the template's, less BuildSha.

    Raises DeployError, LayerError (the cloud layer's packages) and InvalidDocumentException (the template).
    """
    started = time.monotonic()
    cloudformation = client("cloudformation", endpoint)
    parameters = {**parameters, "BuildSha": build_sha(parameters)}
    mark = _mark(parameters)
    stack = _find_stack(cloudformation)
    changed = stack is None or not _bears(stack, mark)
    if changed:
        translated = _translated(endpoint, parameters)
        act = cloudformation.create_stack if stack is None else cloudformation.update_stack
        act(
            StackName=STACK,
            TemplateBody=json.dumps(templates.expand_http_apis(translated)),
            Parameters=[{"ParameterKey": key, "ParameterValue": value} for key, value in parameters.items()],
            Capabilities=["CAPABILITY_IAM", "CAPABILITY_NAMED_IAM", "CAPABILITY_AUTO_EXPAND"],
            Tags=[{"Key": "inputs", "Value": mark}],
        )
        stack = _wait(cloudformation)
        _set_ttl(endpoint, translated)
    outputs = stack["Outputs"] if stack else []
    return Deployment(
        outputs={output["OutputKey"]: output["OutputValue"] for output in outputs},
        changed=changed,
        seconds=time.monotonic() - started,
    )


def _mark(parameters: Mapping[str, str]) -> str:
    """One hash over all that decides what is deployed; the stack bears it as a tag."""
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "infra/layers.py", *sorted(HERE.glob("*.py")))]
    return hashlib.sha256(repr((texts, sorted(parameters.items()), sys.version)).encode()).hexdigest()


def _bears(stack: Stack, mark: str) -> bool:
    return stack["StackStatus"] in DONE and mark in (tag["Value"] for tag in stack.get("Tags", []))


def _translated(endpoint: str, parameters: Mapping[str, str]) -> templates.Template:
    """The template as CloudFormation, with its layers built and all artefacts uploaded."""
    template = templates.load(ROOT / "template.yaml")
    with layers.built_layers("host") as host:
        artifacts = {
            logical_id: zipped(ROOT / folder.replace("build/layers/arm64", str(host)))
            for logical_id, folder in templates.artifact_folders(template).items()
        }
    addresses = _upload(endpoint, artifacts)
    return templates.translate(templates.localise(template, addresses), parameters)


def zipped(folder: Path) -> bytes:
    """The folder as a zip file that depends on names and contents alone. DeployError if it is not there."""
    if not folder.is_dir():
        raise DeployError(f"{folder.relative_to(ROOT)} is not there, but template.yaml names it")
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(path.relative_to(folder).as_posix())
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                archive.writestr(entry, path.read_bytes())
    return buffer.getvalue()


def _upload(endpoint: str, artifacts: Mapping[str, bytes]) -> dict[str, str]:
    s3 = client("s3", endpoint)
    with suppress(s3.exceptions.BucketAlreadyOwnedByYou):
        s3.create_bucket(Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": templates.REGION})
    present = {item["Key"] for item in s3.list_objects_v2(Bucket=BUCKET).get("Contents", [])}
    keys = {name: f"{hashlib.sha256(content).hexdigest()}.zip" for name, content in artifacts.items()}
    for name, key in keys.items():
        if key not in present:
            s3.put_object(Bucket=BUCKET, Key=key, Body=artifacts[name])
            present.add(key)
    for key in present - set(keys.values()):
        s3.delete_object(Bucket=BUCKET, Key=key)
    return {name: f"s3://{BUCKET}/{key}" for name, key in keys.items()}


def _find_stack(cloudformation: CloudFormationClient) -> Stack | None:
    """The stack, None when there is none. What is left of one that was never created is removed."""
    try:
        stack = cloudformation.describe_stacks(StackName=STACK)["Stacks"][0]
    except ClientError:
        return None
    if stack["StackStatus"] in NEVER_CREATED:
        cloudformation.delete_stack(StackName=STACK)
        return None
    return stack


def _wait(cloudformation: CloudFormationClient) -> Stack:
    deadline = time.monotonic() + 120
    while True:
        stack = cloudformation.describe_stacks(StackName=STACK)["Stacks"][0]
        status = stack["StackStatus"]
        if not status.endswith("IN_PROGRESS") or time.monotonic() > deadline:
            break
        time.sleep(0.05)
    if status in DONE:
        return stack
    failures = [
        f"{event['LogicalResourceId']}: {event.get('ResourceStatusReason', '')}"
        for event in reversed(cloudformation.describe_stack_events(StackName=STACK)["StackEvents"])
        if event["ResourceStatus"].endswith("FAILED")
    ]
    raise DeployError(f"the stack is {status}: {failures[-1] if failures else stack.get('StackStatusReason')}")


def _set_ttl(endpoint: str, translated: templates.Template) -> None:
    """The emulator ignores TimeToLiveSpecification, but knows the call."""
    resources = client("cloudformation", endpoint).describe_stack_resources(StackName=STACK)["StackResources"]
    names = {resource["LogicalResourceId"]: resource["PhysicalResourceId"] for resource in resources}
    for table, attribute in templates.ttl_attributes(translated).items():
        if table not in KEPT_BY_REAL_TIME:
            client("dynamodb", endpoint).update_time_to_live(
                TableName=names[table],
                TimeToLiveSpecification={"AttributeName": attribute, "Enabled": True},
            )
