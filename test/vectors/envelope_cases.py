"""What docs/vectors/envelope.json is made of."""

import hashlib
import json
import secrets

from envelope import KINDS, MIB, b64, compact, damaged, file_facts, header_of, key_schedule, seal
from envelope import seal_bytes, unb64

COUNTING = bytes(range(32))
FILE_KEY = b64(bytes(range(32, 64)))
IV = b64(bytes(range(64, 76)))
CHUNK = MIB + 16

PASSWORDS = {
    "password": ("correct horse battery staple", 220_000),
    "fewest rounds": ("correct horse battery staple", 100_000),
    "most rounds": ("correct horse battery staple", 1_000_000),
    "e with acute, composed": ("caf\u00e9", 100_000),
    "e with acute, decomposed": ("cafe\u0301", 100_000),
    "ligature": ("\ufb01ne", 100_000),
    "ligature, written out": ("fine", 100_000),
    "full width": ("\uff30\uff41\uff53\uff53", 100_000),
    "Angstrom sign": ("\u212b", 100_000),
    "Hangul as jamo": ("\u1112\u1161\u11ab", 100_000),
    "astral": ("\U0001f511\U0001d54f", 100_000),
    "only a space": (" ", 100_000),
    "control characters": ("a\u0001b\u007f", 100_000),
    "longer than a block of SHA-512": ("0123456789" * 20, 100_000),
}

# What NFKC changes, and what it does not. Not any character: Unicode versions differ in the newest.
SPELT = "aA1 e\u0301\u00e9\ufb01\uff30\u212b\u1112\u1161\u11ab\u00bd\u3392\U0001f511\u0001"

TEXTS = {
    "ASCII": "The door code is 4711.",
    "empty": "",
    "byte order mark": "\ufeffkept",
    "NUL and controls": "a\u0000b\r\n\t\u007f",
    "not normalised": "caf\u00e9 cafe\u0301 \ufb01",
    "astral": "\U0001f511 \U0001d54f \u200d\u2028",
    "JSON": '{"a":"\\u0000"}',
}


def keys_section():
    yield {"name": "no password", **key_schedule(COUNTING)}
    yield {"name": "zeros", **key_schedule(bytes(32))}
    yield {"name": "ones", **key_schedule(b"\xff" * 32)}
    for name, (password, rounds) in PASSWORDS.items():
        yield {"name": name, **key_schedule(COUNTING, password, rounds)}


def sealed_text(keys, name, kind, text, iv=None, seed=None, **more):
    made = seal(keys, kind, text, iv and unb64(iv), seed)
    case = {"name": name, "keys": keys["name"], "kind": kind, "text": text, **more}
    return {**case, **({} if seed is None else {"seed": seed}), "iv": made.split(".")[2], "sealed": made}


def long_text(keys, text, times, **how):
    case = sealed_text(keys, f"{times} times {len(text)} characters", "text", text * times, **how)
    digest = hashlib.sha256(case.pop("sealed").encode()).hexdigest()
    return {**case, "text": text, "times": times, "sealedSha256": digest}


def texts_section(keys):
    plain, locked = keys["no password"], keys["fewest rounds"]
    for kind in KINDS:
        for key in (plain, locked):
            yield sealed_text(key, f"{kind}, {key['name']}", kind, "https://example.com/#a", IV)
    for name, text in TEXTS.items():
        yield sealed_text(plain, name, "text", text, IV)
    for seed in ("", "0d7ad1b8-2d0d-4a3c-9f0a-6b8f3f4c1c11", 'quote " and \u00e9\u2028\u0007'):
        yield sealed_text(plain, f"seed {seed!a}", "secret", "hunter2", seed=seed)
    yield sealed_text(locked, "seed, another key", "secret", "hunter2", seed="")
    yield sealed_text(plain, "seed, another kind", "text", "hunter2", seed="")
    yield sealed_text(plain, "seed, another text", "secret", "hunter3", seed="")
    yield long_text(plain, "0123456789", 100_000, iv=IV)
    yield long_text(plain, "\U0001f511\u00e9", 50_000, seed="long")


def metadata_section(keys):
    known = {
        "all members": {"name": "Bericht \u00fc.pdf", "type": "application/pdf", "size": MIB + 1, "key": FILE_KEY},
        "only the key": {"key": FILE_KEY},
        "no bytes": {"name": "empty", "size": 0, "key": FILE_KEY},
    }
    for name, metadata in known.items():
        for how in ({"iv": IV}, {"seed": "a"}):
            case = sealed_text(keys["no password"], f"{name}, {next(iter(how))}", "file", compact(metadata), **how)
            yield {**{k: v for k, v in case.items() if k not in ("kind", "text")}, "metadata": metadata}


def files_section():
    for size in (0, 1, MIB - 1, MIB, MIB + 1, 2 * MIB + 5):
        yield {"name": f"{size} bytes", **file_facts(FILE_KEY, size)}


def refused_texts(keys):
    plain, locked = keys["no password"], keys["fewest rounds"]
    good = seal(plain, "text", "hunter2", unb64(IV))
    head, _, iv, ciphertext, tag = good.split(".")
    code = "unsupported_envelope"

    def case(name, wrong, sealed, error=code, key=plain, kind="text"):
        return {"name": name, "wrong": wrong, "keys": key["name"], "kind": kind, "sealed": sealed, "error": error}

    def header(name, wrong, text, error=code, key=plain):
        return case(name, wrong, seal_bytes(unb64(key["contentKey"]), text, unb64(IV), b"hunter2"), error, key)

    def flipped(name, position):
        data = [*map(unb64, (iv, ciphertext, tag))]
        data[position] = bytes([data[position][0] ^ 1]) + data[position][1:]
        sealed = f"{head}..{'.'.join(map(b64, data))}"
        return case(name, f"the first bit of the {name.split()[-1]} is flipped", sealed, "decryption_failed")

    alone = header_of("text", None)
    with_rounds = lambda rounds: alone[:-1] + f',"p2c":{rounds}}}'
    yield from (flipped("flipped iv", 0), flipped("flipped ciphertext", 1), flipped("flipped tag", 2))
    yield case("other key", "it is sealed under another key", good, "decryption_failed", keys["zeros"])
    other_head = b64(header_of("secret", None).encode())
    yield case("header exchanged", "it was sealed with typ tempshare-text", good.replace(head, other_head),
               "decryption_failed", kind="secret")
    yield case("other kind", "a url is expected", good, kind="url")
    yield case("rounds without a password", "the keys have no rounds", seal(locked, "text", "", unb64(IV)))
    yield case("no rounds with a password", "the keys have rounds", good, key=locked)
    yield header("other rounds", "the keys have 100,000", with_rounds(100_001), key=locked)
    for rounds in ("0", "99999", "1000001", "2147483648", "-1", "100000.5", '"100000"', "null", "true", "[100000]"):
        yield header(f"p2c {rounds}", "p2c is no whole number from 100,000 to 1,000,000", with_rounds(rounds),
                     "iterations_out_of_range", locked)
    for rounds in ("1e5", "100000.0", "1.0e5"):
        yield header(f"p2c {rounds}", "p2c is not written as digits", with_rounds(rounds), key=locked)
    for alg in ("A128KW", "A256KW", "A256GCMKW", "PBES2-HS512+A256KW", "ECDH-ES", "none", "DIR"):
        yield header(f"alg {alg}", "alg is not dir", alone.replace('"dir"', f'"{alg}"'))
    for enc in ("A128GCM", "A192GCM", "A256CBC-HS512", "a256gcm"):
        yield header(f"enc {enc}", "enc is not A256GCM", alone.replace("A256GCM", enc))
    for typ in ("tempshare", "tempshare-", "tempshare-note", "JWT", "tempshare-text\\n", "TEMPSHARE-TEXT"):
        yield header(f"typ {typ}", "typ is none of the six", alone.replace("tempshare-text", typ))
    yield header("typ a list", "typ is a list", alone.replace('"tempshare-text"', '["tempshare-text"]'))
    for name in ("alg", "enc", "typ"):
        members = {key: value for key, value in json.loads(alone).items() if key != name}
        yield header(f"no {name}", f"{name} is missing", compact(members))
    for extra in ('"zip":"DEF"', '"crit":[]', '"crit":["exp"],"exp":1', '"p2s":"AAAA"', '"kid":"1"', '"cty":"JWT"',
                  '"__proto__":null', '"epk":{}', '"":""'):
        yield header(f"extra member {extra}", "another member", alone[:-1] + f",{extra}}}")
    yield header("alg twice", "a member stands twice", alone.replace("{", '{"alg":"none",'))
    yield header("p2c twice", "a member stands twice", with_rounds('1,"p2c":100000'), key=locked)
    yield header("white space", "white space in the header", alone.replace(",", ", "))
    yield header("p2c 1e5 and white space", "as long as at its shortest, but with white space",
                 with_rounds("1e5").replace(",", ", "), key=locked)
    yield header("p2c 10e4 and white space", "as long as at its shortest, but with white space",
                 with_rounds(" 10e4 "), key=locked)
    yield header("escapes", "an escape in the header", alone.replace("dir", "d\\u0069r"))
    yield header("byte order mark", "a byte order mark before the header", "\ufeff" + alone)
    for text in ("[]", "null", "1", '"dir"', "", "{", alone + alone):
        yield header(f"header {text[:4]}", "the header is no JSON object", text)
    cut = lambda *parts: ".".join(parts)
    yield case("four parts", "the tag is missing", cut(head, "", iv, ciphertext))
    yield case("six parts", "a part too many", cut(good, "AAAA"))
    yield case("encrypted key", "the second part is not empty", cut(head, b64(bytes(40)), iv, ciphertext, tag))
    yield case("padding", "the tag is padded", good + "==")
    yield case("non-canonical tag", "unused bits of the last character are set", good[:-1] + chr(ord(good[-1]) + 1))
    yield case("base64 alphabet", "the ciphertext has a plus", cut(head, "", iv, "+" + ciphertext[1:], tag))
    yield case("line break", "a line break at the end", good + "\n")
    yield case("tag of 12 bytes", "the tag is cut short", cut(head, "", iv, ciphertext, tag[:16]))
    yield case("no tag", "the tag is empty", cut(head, "", iv, ciphertext, ""))
    yield case("iv of 16 bytes", "the IV is not 12 bytes", cut(head, "", b64(bytes(16)), ciphertext, tag))
    yield case("empty", "nothing is there", "")
    not_text = seal_bytes(unb64(plain["contentKey"]), alone, unb64(IV), b"\xff\xfe")
    yield case("not UTF-8", "what was sealed is not UTF-8", not_text, "decryption_failed")


def refused_files():
    part = lambda size, begin, end: {"size": size, "from": begin, "to": end}
    whole = MIB + 1
    three = 2 * MIB + 5
    yield "nothing", "not even a tag is there", [part(0, 0, 0)]
    yield "cut within a chunk", "the last byte is missing", [part(whole, 0, MIB + 32)]
    yield "cut within a tag", "only 15 bytes are there", [part(0, 0, 15)]
    yield "last chunk dropped", "the second of two chunks is missing", [part(whole, 0, CHUNK)]
    one, two, last = part(three, 0, CHUNK), part(three, CHUNK, 2 * CHUNK), part(three, 2 * CHUNK, 2 * CHUNK + 21)
    yield "middle chunk dropped", "the second of three chunks is missing", [one, last]
    yield "chunks swapped", "the second chunk comes first", [two, one, last]
    yield "chunk twice", "the first chunk comes twice", [one, one, two, last]
    yield "last chunk twice", "the last chunk is appended once more", [one, two, last, last]
    sealed_as_last = [part(MIB, 0, CHUNK), part(whole, CHUNK, CHUNK + 17)]
    yield "sealed as last in the middle", "the first chunk is sealed as the last one", sealed_as_last
    yield "byte appended", "a byte too many", [part(1, 0, 17), part(1, 0, 1)]
    for byte in (0, MIB, CHUNK - 1, CHUNK, CHUNK + 16):
        flip = {"byte": byte, "bit": byte % 8}
        yield f"bit flipped in byte {byte}", "one bit is another", [part(whole, 0, CHUNK + 17)], flip


def refused_file(name, wrong, parts, flip=None, key=FILE_KEY):
    case = {"name": name, "wrong": wrong, "key": key, "parts": parts, **({} if flip is None else {"flip": flip})}
    return {**case, "sha256": hashlib.sha256(damaged(case)).hexdigest(), "error": "damaged_file"}


def fixed():
    listed = list(keys_section())
    keys = {case["name"]: case for case in listed}
    return {
        "about": "The end-to-end envelope: keys, sealed texts and files, and what must be refused. docs/encryption.md says how to read them.",
        "madeWith": "test/vectors/envelope.py, python3-cryptography and python3-jwcrypto of Debian",
        "keys": listed,
        "texts": list(texts_section(keys)),
        "metadata": list(metadata_section(keys)),
        "files": list(files_section()),
        "refusedTexts": list(refused_texts(keys)),
        "refusedFiles": [refused_file(*case) for case in refused_files()],
    }


def well_formed(length):
    """Characters of one to four bytes each, no surrogates."""
    points = (secrets.randbelow(secrets.choice((0x80, 0x800, 0xD800, 0x110000))) for _ in range(length))
    return "".join(chr(point) for point in points if not 0xD800 <= point < 0xE000)


def random():
    rounds = 100_000 + secrets.randbelow(1000)
    password = "".join(secrets.choice(SPELT) for _ in range(20))
    keys = [
        {"name": "a", **key_schedule(secrets.token_bytes(32))},
        {"name": "b", **key_schedule(secrets.token_bytes(32), password, rounds)},
    ]
    new_iv = lambda: b64(secrets.token_bytes(12))
    new_key = lambda: b64(secrets.token_bytes(32))
    pairs = [(key, kind) for key in keys for kind in KINDS]
    metadata = [{"name": well_formed(9), "size": secrets.randbelow(2**40), "key": new_key()} for _ in keys]
    sealed = [sealed_text(key, "metadata", "file", compact(data), new_iv()) for key, data in zip(keys, metadata)]
    return {
        "keys": keys,
        "texts": [sealed_text(key, "random", kind, well_formed(50), new_iv()) for key, kind in pairs]
        + [sealed_text(key, "seed", "text", well_formed(50), seed=well_formed(9)) for key in keys],
        "metadata": [
            {**{k: v for k, v in case.items() if k not in ("kind", "text")}, "metadata": data}
            for case, data in zip(sealed, metadata)
        ],
        "files": [{"name": "random", **file_facts(new_key(), secrets.randbelow(3 * MIB))} for _ in range(2)],
    }
