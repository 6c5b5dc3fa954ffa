"""template.yaml as AWS and as the local deployer will see it, by SAM's own transform."""

import itertools
import json
import re
from pathlib import Path

import pytest
from infra.build_sha import build_sha
from infra.local import template as templates
from infra.local.template import Template

ROOT = Path(__file__).resolve().parents[2]
PARAMETERS = {
    "BuildSha": "1" * 64,
    "MailFrom": "lettrix@example.com",
    "PublicOrigin": "https://lettrix.example",
    "OriginSecret": "not a secret",
}


@pytest.fixture(scope="module")
def source() -> Template:
    return templates.load(ROOT / "template.yaml")


def localised(source: Template, layer: str = "a") -> Template:
    artifacts = {
        name: f"s3://bucket/{layer if name.endswith('Layer') else name}.zip"
        for name in templates.artifact_folders(source)
    }
    return templates.localise(source, artifacts)


@pytest.fixture(scope="module")
def translated(source: Template) -> Template:
    return templates.translate(localised(source), PARAMETERS)


def resources(template: Template, kind: str) -> dict[str, Template]:
    return {name: r for name, r in template["Resources"].items() if r["Type"] == kind}


def test_another_build_publishes_new_versions_of_every_function(source: Template, translated: Template) -> None:
    functions = resources(translated, "AWS::Lambda::Function")
    again = templates.translate(localised(source), PARAMETERS)
    other = templates.translate(localised(source), PARAMETERS | {"BuildSha": "2" * 64})

    assert len(functions) == len(templates.versions(translated)) > 0
    assert templates.versions(again) == templates.versions(translated)
    assert not templates.versions(other) & templates.versions(translated)


def test_a_new_layer_alone_would_publish_nothing(source: Template, translated: Template) -> None:
    """Why there is a BuildSha. If this fails SAM has changed, and the parameter can go."""
    with_new_layers = templates.translate(localised(source, layer="b"), PARAMETERS)

    assert resources(with_new_layers, "AWS::Lambda::LayerVersion").keys() != (
        resources(translated, "AWS::Lambda::LayerVersion").keys()
    )
    assert templates.versions(with_new_layers) == templates.versions(translated)


COUNTED = ("layers/engine/lettrix/x.py", "functions/move/app.py", "lexicon/fr/lock.json", "template.yaml")


@pytest.mark.parametrize("changed", COUNTED)
def test_build_sha_covers_all_that_a_function_runs_with(tmp_path: Path, changed: str) -> None:
    for name in COUNTED:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("before")
    before = build_sha({"LogLevel": "INFO"}, tmp_path)
    assert build_sha({"LogLevel": "DEBUG"}, tmp_path) != before
    (tmp_path / changed).write_text("after")
    assert build_sha({"LogLevel": "INFO"}, tmp_path) != before


def test_build_sha_leaves_out_what_tools_generate(tmp_path: Path) -> None:
    (tmp_path / "layers").mkdir()
    (tmp_path / "layers/x.py").write_text("x")
    before = build_sha({}, tmp_path)
    for folder in ("__pycache__", "lettrix.egg-info", "build"):
        (tmp_path / "layers" / folder).mkdir()
        (tmp_path / "layers" / folder / "generated").write_text("y")
    assert build_sha({}, tmp_path) == before


def test_every_route_of_the_template_is_a_route_of_the_expanded_api(source: Template, translated: Template) -> None:
    expanded = templates.expand_http_apis(translated)
    wanted = {
        f"{event['Properties']['Method']} {event['Properties']['Path']}"
        if "Path" in event["Properties"]
        else "$default"
        for function in resources(source, "AWS::Serverless::Function").values()
        for event in function["Properties"].get("Events", {}).values()
        if event["Type"] == "HttpApi"
    }
    routes = [r["Properties"]["RouteKey"] for r in resources(expanded, "AWS::ApiGatewayV2::Route").values()]

    assert len(routes) == len(set(routes))
    assert set(routes) == wanted
    assert "$default" in wanted
    assert all(re.fullmatch(r"[A-Z]+ /api/.+", route) for route in set(routes) - {"$default"})
    assert "Body" not in next(iter(resources(expanded, "AWS::ApiGatewayV2::Api").values()))["Properties"]


def test_every_route_leads_to_a_door(translated: Template) -> None:
    """The other direction, that every door has its route, is tested with the OpenAPI document."""
    paths = json.loads((ROOT / "openapi.json").read_text(encoding="utf-8"))["paths"]
    doors = {nameless(f"{method.upper()} {path}") for path, item in paths.items() for method in item}
    routes = resources(templates.expand_http_apis(translated), "AWS::ApiGatewayV2::Route").values()
    named = {nameless(route["Properties"]["RouteKey"]) for route in routes} - {"$default"}
    assert named <= doors


def nameless(route: str) -> str:
    return re.sub(r"{[^}]+}", "{}", route)


def test_every_integration_calls_an_alias(translated: Template) -> None:
    """A call of the bare function would run code that no deployment has released."""
    expanded = templates.expand_http_apis(translated)
    aliases = resources(translated, "AWS::Lambda::Alias")
    for integration in resources(expanded, "AWS::ApiGatewayV2::Integration").values():
        uri = integration["Properties"]["IntegrationUri"]["Fn::Sub"]
        assert re.search(r"functions/\$\{(\w+)\}/invocations", uri)[1] in aliases  # type: ignore[index]


def actions(function: Template, table: str) -> set[str]:
    """Verbs that a function's own policies allow on a table."""
    found: set[str] = set()
    for policy in function["Properties"]["Policies"]:
        for statement in policy["Statement"]:
            if f"'{table}" in repr(statement["Resource"]) or f"${{{table}." in repr(statement["Resource"]):
                verbs = statement["Action"]
                found |= {verbs} if isinstance(verbs, str) else set(verbs)
    return found


def test_rights_are_named_verbs_on_named_resources(source: Template) -> None:
    for function in resources(source, "AWS::Serverless::Function").values():
        for policy in function["Properties"]["Policies"]:
            for statement in policy["Statement"]:
                assert "*" not in repr(statement["Action"])
                assert statement["Resource"] != "*"


def test_move_reads_sessions_and_games_and_knows_no_address(source: Template) -> None:
    move = source["Resources"]["MoveFunction"]
    assert actions(move, "AccountTable") == set()
    assert actions(move, "SessionTable") == {"dynamodb:GetItem"}
    assert {"dynamodb:GetItem", "dynamodb:UpdateItem", "dynamodb:PutItem"} <= actions(move, "GameTable")


@pytest.mark.parametrize("function", ["AuthFunction", "MoveFunction", "TimeoutsFunction", "DictionaryFunction"])
def test_only_what_lists_games_may_query_them(source: Template, function: str) -> None:
    assert "dynamodb:Query" not in actions(source["Resources"][function], "GameTable")
    assert "dynamodb:Query" in actions(source["Resources"]["GamesFunction"], "GameTable")


def test_the_dictionary_writes_nothing(source: Template) -> None:
    dictionary = source["Resources"]["DictionaryFunction"]
    read_only = {"dynamodb:GetItem", "dynamodb:BatchGetItem"}
    assert all(actions(dictionary, table) <= read_only for table in ("GameTable", "SessionTable", "AccountTable"))


def test_a_function_ends_before_grace_does(source: Template) -> None:
    """GRACE is 15 s: a move that came in time must commit, or fail, before its deadline may be settled."""
    assert source["Globals"]["Function"]["Timeout"] < 15
    assert "Timeout" not in source["Resources"]["MoveFunction"]["Properties"]


def test_tables_are_protected_in_aws_and_streamed(source: Template) -> None:
    tables = resources(source, "AWS::DynamoDB::Table")
    assert tables.keys() == {"GameTable", "AccountTable", "SessionTable"}
    for table in tables.values():
        assert table["DeletionPolicy"] == "Retain"
        assert table["Properties"]["DeletionProtectionEnabled"] is True
        assert table["Properties"]["PointInTimeRecoverySpecification"]["PointInTimeRecoveryEnabled"] is True
    assert tables["GameTable"]["Properties"]["StreamSpecification"] == {"StreamViewType": "NEW_AND_OLD_IMAGES"}
    assert templates.ttl_attributes(source) == dict.fromkeys(tables, "ttl")


def test_every_function_and_dead_letter_queue_has_an_alarm(source: Template) -> None:
    watched = repr(source["Resources"]["Alarms"]["Properties"]["Parameters"])
    alarms = templates.load(ROOT / "infra/alarms.yaml")
    functions = resources(source, "AWS::Serverless::Function")
    queues = [name for name in resources(source, "AWS::SQS::Queue") if name.endswith("DeadLetters")]

    assert queues
    for name in itertools.chain(functions, queues):
        assert f"'{name}" in watched
    metrics = repr(alarms["Resources"])
    assert all(f"'Ref': '{parameter}'" in metrics for parameter in alarms["Parameters"])
    for alarm in resources(alarms, "AWS::CloudWatch::Alarm").values():
        assert alarm["Properties"]["AlarmActions"] == [{"Ref": "Topic"}]


def test_the_words_that_the_mail_alarm_listens_for_are_those_that_are_logged() -> None:
    """Nobody who asks for a code is told that it did not go out, so the log alone knows."""
    pattern = templates.load(ROOT / "infra/alarms.yaml")["Resources"]["MailFailures"]["Properties"]["FilterPattern"]
    said = re.findall(r'log\.logger\.warning\("([^"]+)"', (ROOT / "layers/cloud/lettrix_cloud/mail.py").read_text())
    assert len(said) == 2
    assert re.findall(r'\$\.message = "([^"]+)"', pattern) == said


def test_every_queue_that_is_consumed_has_dead_letters(translated: Template) -> None:
    queues = resources(translated, "AWS::SQS::Queue")
    for mapping in resources(translated, "AWS::Lambda::EventSourceMapping").values():
        name = mapping["Properties"]["EventSourceArn"]["Fn::GetAtt"][0]
        assert "RedrivePolicy" in queues[name]["Properties"]


def test_nothing_is_left_of_a_nested_stack_locally(source: Template) -> None:
    local = localised(source)
    assert not resources(local, "AWS::Serverless::Application")
    assert "Alarms" not in repr(local["Outputs"])
    assert "GameTable" in local["Outputs"]
