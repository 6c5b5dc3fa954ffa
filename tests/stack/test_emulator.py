"""Canaries: what the emulator does otherwise than AWS, where our code or deployer lives with it, and what it does
right that our tests rely on. When one of these fails after an upgrade, the work-around that it names can go, or
what it was trusted with can no longer be.
"""

from __future__ import annotations

import base64
import io
import json
import time
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from infra.local.stack import LocalStack

PROBE = """
import json, botocore.session
session = botocore.session.get_session()

def handler(event, context):
    print("probed")
    if event.get("rawPath") == "/fail":
        raise RuntimeError("on purpose")
    if "call" in event:
        service, operation, arguments = event["call"]
        try:
            getattr(session.create_client(service, region_name="eu-west-1"), operation)(**arguments)
        except Exception as error:
            return {"refused": error.response["Error"]["Code"]}
        return {"refused": None}
    return {"statusCode": 200, "body": json.dumps(event), "cookies": ["a=1", "b=2"]}
"""


class Probe:
    """A function that tells what it was sent, behind an HTTP API of its own; with any role."""

    def __init__(self, stack: LocalStack, name: str, role: str) -> None:
        self._stack = stack
        self._lambda = stack.client("lambda")
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w") as content:
            content.writestr("probe.py", PROBE)
        self.name = name
        self.arn: str = self._lambda.create_function(
            FunctionName=name,
            Runtime="python3.13",
            Role=role,
            Handler="probe.handler",
            Code={"ZipFile": archive.getvalue()},
            Timeout=30,
        )["FunctionArn"]

    def call(self, service: str, operation: str, **arguments: Any) -> str | None:
        """Let the function call AWS; the code of the error that it got, or None."""
        payload = json.dumps({"call": [service, operation, arguments]}).encode()
        answer = self._lambda.invoke(FunctionName=self.name, Payload=payload)
        refused: str | None = json.loads(answer["Payload"].read())["refused"]
        return refused

    def delete(self) -> None:
        self._lambda.delete_function(FunctionName=self.name)


@pytest.fixture(scope="module")
def role_of(stack: LocalStack) -> Callable[[str], str]:
    def find(output: str) -> str:
        function = stack.client("lambda").get_function(FunctionName=stack.outputs[output])
        role: str = function["Configuration"]["Role"]
        return role

    return find


@pytest.fixture(scope="module")
def probe(stack: LocalStack, role_of: Callable[[str], str]) -> Iterator[Probe]:
    """With the role of the move function."""
    probe = Probe(stack, "probe", role_of("MoveFunction"))
    yield probe
    probe.delete()


@pytest.fixture(scope="module")
def ask(stack: LocalStack, probe: Probe) -> Iterator[Callable[..., httpx.Response]]:
    """Sends a request through an HTTP API that hands everything to the probe."""
    gateway = stack.client("apigatewayv2")
    api = gateway.create_api(Name="probe", ProtocolType="HTTP")["ApiId"]
    integration = gateway.create_integration(
        ApiId=api,
        IntegrationType="AWS_PROXY",
        IntegrationUri=probe.arn,
        IntegrationMethod="POST",
        PayloadFormatVersion="2.0",
    )["IntegrationId"]
    gateway.create_route(ApiId=api, RouteKey="$default", Target=f"integrations/{integration}")
    gateway.create_stage(ApiId=api, StageName="$default", AutoDeploy=True)
    with httpx.Client(base_url=stack.emulator_url, timeout=60) as client:

        def send(method: str, path: str, **options: Any) -> httpx.Response:
            headers = {"host": f"{api}.execute-api.localhost", **options.pop("headers", {})}
            return client.request(method, path, headers=headers, **options)

        yield send
    gateway.delete_api(ApiId=api)


def test_the_body_of_an_http_api_is_ignored(stack: LocalStack) -> None:
    """Why there is `template.expand_http_apis`."""
    body = {
        "openapi": "3.0.1",
        "info": {"title": "canary", "version": "1"},
        "paths": {
            "/x": {
                "get": {
                    "responses": {},
                    "x-amazon-apigateway-integration": {
                        "type": "http_proxy",
                        "httpMethod": "GET",
                        "uri": "http://localhost/",
                        "payloadFormatVersion": "1.0",
                    },
                }
            }
        },
    }
    template = {
        "Resources": {"Api": {"Type": "AWS::ApiGatewayV2::Api", "Properties": {"Body": body}}},
        "Outputs": {"Id": {"Value": {"Ref": "Api"}}},
    }
    formation = stack.client("cloudformation")
    formation.create_stack(StackName="canary", TemplateBody=json.dumps(template))
    while (made := formation.describe_stacks(StackName="canary")["Stacks"][0])["StackStatus"].endswith("PROGRESS"):
        time.sleep(0.05)
    assert made["StackStatus"] == "CREATE_COMPLETE"
    api = made["Outputs"][0]["OutputValue"]
    assert stack.client("apigatewayv2").get_routes(ApiId=api)["Items"] == []
    formation.delete_stack(StackName="canary")


def test_time_to_live_of_a_template_is_ignored(stack: LocalStack) -> None:
    """Why `deploy` sets it by call, and does not for sessions, which live by real time."""
    dynamodb = stack.client("dynamodb")
    status = {
        table: dynamodb.describe_time_to_live(TableName=stack.outputs[table])["TimeToLiveDescription"][
            "TimeToLiveStatus"
        ]
        for table in ("GameTable", "AccountTable", "SessionTable")
    }
    assert status == {"GameTable": "ENABLED", "AccountTable": "ENABLED", "SessionTable": "DISABLED"}


def test_cookies_come_in_the_header_only(ask: Callable[..., httpx.Response]) -> None:
    """Why `Request.cookies` reads the header. In AWS they come in `cookies` as well."""
    event = ask("GET", "/x", headers={"cookie": "a=1; b=2"}).json()
    assert event.get("cookies") is None
    assert event["headers"]["cookie"] == "a=1; b=2"


def test_cookies_of_an_answer_become_headers_of_their_own(ask: Callable[..., httpx.Response]) -> None:
    assert ask("GET", "/x").headers.get_list("set-cookie") == ["a=1", "b=2"]


def test_json_comes_as_text_and_anything_else_in_base64(ask: Callable[..., httpx.Response]) -> None:
    text = ask("POST", "/x", content=b'"\xff"', headers={"content-type": "application/json"}).json()
    assert (text["body"], text["isBase64Encoded"]) == ('"\ufffd"', False)
    other = ask("POST", "/x", content=b"\xff", headers={"content-type": "application/octet-stream"}).json()
    assert (base64.b64decode(other["body"]), other["isBase64Encoded"]) == (b"\xff", True)


def test_the_gateway_stamps_a_request_with_the_moved_clock(
    anybody: httpx.Client, ask: Callable[..., httpx.Response]
) -> None:
    """Moves are judged by `timeEpoch`; `clock` takes it as it is."""
    before = ask("GET", "/x").json()["requestContext"]["timeEpoch"]
    anybody.post("/dev/clock", json={"advance": 1000})
    after = ask("GET", "/x").json()["requestContext"]["timeEpoch"]
    assert 1_000_000 <= after - before < 1_060_000


def test_an_error_that_nobody_caught_is_a_502(ask: Callable[..., httpx.Response]) -> None:
    """In AWS a 500. A test that looks for 5xx sees both."""
    assert ask("GET", "/fail").status_code == 502
    assert ask("GET", "/x").status_code == 200


def test_roles_are_enforced(stack: LocalStack, probe: Probe) -> None:
    """That a function works here says that its role in template.yaml is enough; this says that it is needed."""
    key = {"PK": {"S": "nobody"}, "SK": {"S": "nothing"}}
    accounts, games, sessions = (stack.outputs[name] for name in ("AccountTable", "GameTable", "SessionTable"))
    session = {"PK": {"S": "nobody"}}

    assert probe.call("dynamodb", "get_item", TableName=games, Key=key) is None
    assert probe.call("dynamodb", "get_item", TableName=sessions, Key=session) is None
    put = [{"Put": {"TableName": games, "Item": {**key, "SK": {"S": "probe"}}}}]
    assert probe.call("dynamodb", "transact_write_items", TransactItems=put) is None

    denied = "AccessDeniedException"
    assert probe.call("dynamodb", "get_item", TableName=accounts, Key=key) == denied
    assert probe.call("dynamodb", "put_item", TableName=sessions, Item=session) == denied
    assert probe.call("dynamodb", "scan", TableName=games) == denied
    put = [{"Put": {"TableName": accounts, "Item": key}}]
    assert probe.call("dynamodb", "transact_write_items", TransactItems=put) == denied
    assert probe.call("dynamodb", "batch_get_item", RequestItems={accounts: {"Keys": [key]}}) == denied


def test_a_batch_needs_a_right_of_its_own(stack: LocalStack, role_of: Callable[[str], str]) -> None:
    """Why `template.localise` adds sqs:SendMessageBatch, an action that AWS does not have."""
    iam = stack.client("iam")
    iam.create_role(RoleName="sender", AssumeRolePolicyDocument=json.dumps({"Version": "2012-10-17", "Statement": []}))
    statement = {"Effect": "Allow", "Action": "sqs:SendMessage", "Resource": "*"}
    document = json.dumps({"Version": "2012-10-17", "Statement": [statement]})
    iam.put_role_policy(RoleName="sender", PolicyName="send", PolicyDocument=document)
    sender = Probe(stack, "sender", iam.get_role(RoleName="sender")["Role"]["Arn"])
    queue = stack.client("sqs").create_queue(QueueName="canary")["QueueUrl"]
    entries = [{"Id": "1", "MessageBody": "x"}]

    assert sender.call("sqs", "send_message", QueueUrl=queue, MessageBody="x") is None
    assert sender.call("sqs", "send_message_batch", QueueUrl=queue, Entries=entries) == "AccessDenied"
    sender.delete()
    stack.client("sqs").delete_queue(QueueUrl=queue)


def test_the_sweep_runs_by_itself(stack: LocalStack, anybody: httpx.Client) -> None:
    """The schedule of the template fires: every minute of the moved clock, looked at every ten seconds."""
    log = stack.log_folder / "sweep.log"
    before = log.stat().st_size if log.exists() else 0
    stack.clock_file.with_suffix(".new").write_text(str(float(stack.clock_file.read_text()) + 61))
    stack.clock_file.with_suffix(".new").replace(stack.clock_file)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (log.exists() and log.stat().st_size > before):
        time.sleep(0.2)
    assert log.stat().st_size > before
