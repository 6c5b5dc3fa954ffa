"""What a client may send that no client of ours does."""

from hypothesis import strategies as st

BAD_BODIES: dict[str, str | None] = {
    "empty": "",
    "none": None,
    "not json": "email=a",
    "cut off": '{"email":',
    "two values": "{} {}",
    "null": "null",
    "number": "1",
    "string": '"x"',
    "list": "[]",
    "list of the right thing": '[{"email": "a@lettrix.test"}]',
    "not a number": '{"email": NaN}',
    "infinite": '{"email": -Infinity}',
    "lone surrogate": '{"email": "\\ud800@lettrix.test"}',
    "surrogate in a name": '{"\\udfff": 1}',
    "huge integer": '{"email": ' + "9" * 5000 + "}",
    "unknown field": '{"email": "a@lettrix.test", "code": "1", "theme": "dark", "x": 1}',
    "deep list": "[" * 1000 + "]" * 1000,
    "deep object": '{"a":' * 1000 + "1" + "}" * 1000,
    "deeper than the parser": "[" * 16_000,
    "33 levels": '{"email":' * 33 + "1" + "}" * 33,
    "nul": "\u0000",
    "byte order mark": "\ufeff{}",
    "bytes that a gateway replaced": '{"email": "a\ufffd@lettrix.test", "theme": "dark"}',
}
"""Bodies that are malformed wherever a body is wanted."""

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
"""Any value of JSON, and what Python's parser takes besides."""
