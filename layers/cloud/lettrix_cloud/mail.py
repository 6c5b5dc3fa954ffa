"""Mail by SES, as plain text. Addresses and contents are never logged."""

import botocore.session
from botocore.client import BaseClient
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from lettrix_cloud import config, log
from lettrix_cloud.store import StoreBusy

_TEXTS = {
    "fr": (
        "Votre code Lettrix",
        "Votre code de connexion à Lettrix : {code}\n\n"
        "Il est valable dix minutes, dans le navigateur qui l'a demandé.\n"
        "Si vous n'avez rien demandé, oubliez ce message et ne donnez ce code à personne.\n",
    ),
    "en": (
        "Your Lettrix code",
        "Your code to sign in to Lettrix: {code}\n\n"
        "It is good for ten minutes, in the browser that asked for it.\n"
        "If you did not ask for it, forget this message and give the code to nobody.\n",
    ),
    "de": (
        "Dein Lettrix-Code",
        "Dein Code zum Anmelden bei Lettrix: {code}\n\n"
        "Er gilt zehn Minuten, in dem Browser, der ihn angefordert hat.\n"
        "Wenn du nichts angefordert hast, vergiss diese Nachricht und gib den Code niemandem.\n",
    ),
    "tr": (
        "Lettrix kodunuz",
        "Lettrix'e giriş kodunuz: {code}\n\n"
        "On dakika boyunca, onu isteyen tarayıcıda geçerlidir.\n"
        "Siz istemediyseniz bu iletiyi unutun ve kodu kimseye vermeyin.\n",
    ),
}

_client: BaseClient | None = None


def send_code(address: str, code: str, language: str) -> None:
    """Send a sign-in code. language: `fr`, `en`, `de` or `tr`.

    An address that SES refuses is logged without its name and forgotten: the answer to the person who asked
    must not depend on it. Raises StoreBusy when SES could not be reached or had too much to do.
    """
    subject, text = _TEXTS[language]
    try:
        _ses().send_email(  # type: ignore[attr-defined]
            FromEmailAddress=config.mail_from(),
            Destination={"ToAddresses": [address]},
            Content={
                "Simple": {
                    "Subject": {"Data": subject, "Charset": "UTF-8"},
                    "Body": {"Text": {"Data": text.format(code=code), "Charset": "UTF-8"}},
                }
            },
        )
    except ClientError as error:
        reason = error.response.get("Error", {}).get("Code")
        log.logger.warning("mail refused", extra={"reason": reason})
        if reason in ("TooManyRequestsException", "LimitExceededException", "InternalServiceErrorException"):
            raise StoreBusy("mail") from None
    except BotoCoreError as error:
        log.logger.warning("mail not sent", extra={"reason": type(error).__name__})
        raise StoreBusy("mail") from None


def _ses() -> BaseClient:
    global _client
    if _client is None:
        _client = botocore.session.get_session().create_client(
            "sesv2",
            region_name=config.region(),
            config=Config(connect_timeout=1, read_timeout=3, retries={"total_max_attempts": 2, "mode": "standard"}),
        )
    return _client
