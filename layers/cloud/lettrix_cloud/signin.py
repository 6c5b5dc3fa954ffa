"""Signing in with a code sent by mail: eight digits, good for ten minutes, one use and five tries.

A code that a browser asked for works in that browser alone: asking sets a cookie, whose hash is part of the
code's key. So a code read over somebody's shoulder or begged from him is of no use elsewhere, and nobody
else's wrong guesses can void it. Tools (no Sec-Fetch headers) may sign in for a bearer token without keeping
cookies. Five codes an hour go to one address and to one network; nothing tells a stranger whether an address
has an account.
"""

import hashlib
import hmac
import ipaddress
import re
import secrets

from lettrix_cloud import clock, ids, mail
from lettrix_cloud.accounts import (
    Account,
    AccountRepository,
    AddressTaken,
    Code,
    CodeUsed,
    NameTaken,
)
from lettrix_cloud.names import address_key

CODE_DIGITS = 8
CODE_LIFE = 10 * clock.MINUTE
CODES_PER_HOUR = 5

_BINDING = re.compile(r"[A-Za-z0-9_-]{43}")


class TooManyCodes(Exception):
    """This network asked for its share of codes of the hour; `retry_after` in seconds."""

    def __init__(self, retry_after: int) -> None:
        super().__init__()
        self.retry_after = retry_after


class WrongCode(Exception):
    """No living code of this address and browser is this one. Nothing says which of those it is."""


class NameRequired(Exception):
    """A first sign-in needs a name; the code stays valid."""


def new_binding(cookie: str | None) -> str:
    """The value of the asking browser's cookie: the one it has, or a new one."""
    return cookie if cookie is not None and _BINDING.fullmatch(cookie) else secrets.token_urlsafe(32)


def ask_code(
    accounts: AccountRepository,
    *,
    address: str,
    binding: str,
    browser: bool,
    client_ip: str,
    language: str,
    now: int,
) -> None:
    """Send a code to a clean address, unless it had its share of the hour already, which is not told.

    Raises TooManyCodes for the network, StoreBusy.
    """
    network = _network(client_ip)
    if network is not None and not accounts.count(f"IP#{network}", now, CODES_PER_HOUR):
        raise TooManyCodes((clock.HOUR - now % clock.HOUR) // clock.SECOND + 1)
    key = address_key(address)
    if not accounts.count(f"EMAIL#{key}", now, CODES_PER_HOUR):
        return
    digits = f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}d}"
    salt = secrets.token_hex(16)
    accounts.put_code(
        Code(
            address_key=key,
            binding_key=_hash(binding),
            browser=browser,
            salt=salt,
            digest=_digest(salt, digits),
            asked_at=now,
            expires_at=now + CODE_LIFE,
        )
    )
    mail.send_code(address, digits, language)


def sign_in(
    accounts: AccountRepository,
    *,
    address: str,
    digits: str,
    binding: str | None,
    for_token: bool,
    name: str | None,
    now: int,
) -> tuple[str, str]:
    """Use a code up and return (id, name) of its player, who is signed up if he is new.

    address, name: clean. binding: the asking browser's cookie, if the request has it. for_token: a tool asks
    for a bearer token. Raises WrongCode, NameRequired, NameTaken, StoreBusy.
    """
    code = _check(accounts, address_key(address), digits, binding, for_token, now)
    player_id = accounts.find_by_address(address)
    if player_id is None:
        if name is None:
            accounts.give_back_try(code)
            raise NameRequired
        account = Account(id=ids.new_id(now), name=name, address=address, created_at=now)
        try:
            accounts.sign_up(account, code)
            return account.id, account.name
        except NameTaken:
            accounts.give_back_try(code)
            raise
        except CodeUsed:
            raise WrongCode from None
        except AddressTaken:  # a second code of the same person was faster
            player_id = accounts.find_by_address(address)
    if player_id is None or not accounts.use_code(code):
        raise WrongCode
    known = accounts.find(player_id)
    if known is None:
        raise WrongCode
    return known.id, known.name


def _check(
    accounts: AccountRepository,
    key: str,
    digits: str,
    binding: str | None,
    for_token: bool,
    now: int,
) -> Code:
    """The code that these digits are right for. The try is counted before they are compared."""
    code = None
    if binding is not None:
        code = accounts.count_try(key, _hash(binding), now)
    if code is None and for_token:
        asked_by_tool = accounts.newest_code(key, now)
        if asked_by_tool is not None:
            code = accounts.count_try(key, asked_by_tool.binding_key, now)
    if code is None or not hmac.compare_digest(code.digest, _digest(code.salt, digits)):
        raise WrongCode
    return code


def _digest(salt: str, digits: str) -> str:
    return hashlib.sha256(f"{salt}:{digits}".encode()).hexdigest()


def _hash(binding: str) -> str:
    return hashlib.sha256(binding.encode("utf-8", "surrogatepass")).hexdigest()


def _network(client_ip: str) -> str | None:
    """What counts as one network: an IPv4 address, an IPv6 /64; hashed. None on the machine itself."""
    try:
        address = ipaddress.ip_address(client_ip)
    except ValueError:
        return _hash(client_ip)
    if address.is_loopback:
        return None
    if address.version == 6:
        return _hash(str(ipaddress.ip_network((address, 64), strict=False)))
    return _hash(str(address))
