#!/usr/bin/env python3
"""Makes and checks docs/vectors/envelope.json: the end-to-end envelope of docs/encryption.md, a second time.

    apt-get install -y python3-jwcrypto python3-cryptography
    python3 test/vectors/envelope.py make [--random] [file]
    python3 test/vectors/envelope.py check [file]

The file is docs/vectors/envelope.json unless one is named. With --random it holds other keys and contents each time.
"""

import base64
import functools
import hashlib
import hmac
import json
import pathlib
import re
import sys
import unicodedata

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256, SHA512
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC
from jwcrypto import jwe, jwk

sys.dont_write_bytecode = True
VECTORS = pathlib.Path(__file__).parents[2] / "docs" / "vectors" / "envelope.json"
KINDS = ("secret", "text", "url", "file", "message", "author")
MIB = 1_048_576


class Refused(Exception):
    """What an opener must not open; holds the code of the error."""


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text):
    """The bytes of base64url without padding; None for any other spelling of them."""
    if not re.fullmatch(r"[A-Za-z0-9_-]*", text) or len(text) % 4 == 1:
        return None
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return data if b64(data) == text else None


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# Keys


def hkdf(material, salt, info):
    return HKDF(SHA256(), 32, salt, info).derive(material)


def key_schedule(link_key, password=None, iterations=None):
    salt, stretched = None, b""
    if password is not None:
        if not password or "\0" in password:
            raise Refused("invalid_password")
        if not 100_000 <= iterations <= 1_000_000:
            raise Refused("iterations_out_of_range")
        salt = hkdf(link_key, b"", b"salt")
        normal = unicodedata.normalize("NFKC", password).encode()
        stretched = PBKDF2HMAC(SHA512(), 32, salt, iterations).derive(normal)
    expand = lambda info: hkdf(link_key + stretched, link_key, info)
    proof = expand(b"access")
    return {
        "linkKey": b64(link_key),
        "password": password,
        "iterations": iterations,
        "salt": salt and b64(salt),
        "stretched": b64(stretched),
        "contentKey": b64(expand(b"content")),
        "nonceKey": b64(expand(b"nonce")),
        "accessProof": b64(proof),
        "accessProofHash": b64(hashlib.sha256(proof).digest()),
    }


# Texts


def header_of(kind, iterations):
    members = {"alg": "dir", "enc": "A256GCM", "typ": f"tempshare-{kind}"}
    return compact(members if iterations is None else {**members, "p2c": iterations})


def repeatable_iv(keys, seed, head, plaintext):
    message = compact([seed, head]).encode() + plaintext
    return hmac.digest(unb64(keys["nonceKey"]), message, "sha256")[:12]


def seal_bytes(content_key, header, iv, plaintext):
    head = b64(header.encode())
    sealed = AESGCM(content_key).encrypt(iv, plaintext, head.encode())
    return f"{head}..{b64(iv)}.{b64(sealed[:-16])}.{b64(sealed[-16:])}"


def seal(keys, kind, text, iv=None, seed=None):
    header, plaintext = header_of(kind, keys["iterations"]), text.encode()
    iv = repeatable_iv(keys, seed, b64(header.encode()), plaintext) if seed is not None else iv
    return seal_bytes(unb64(keys["contentKey"]), header, iv, plaintext)


def number(text):
    return int(float(text)) if float(text).is_integer() else float(text)


def read_header(text):
    """The kind and the rounds. The text is the one that the members are written as, and no other."""
    try:
        header = json.loads(text.decode(), parse_float=number)
    except ValueError:
        raise Refused("unsupported_envelope")
    if not isinstance(header, dict) or set(header) - {"alg", "enc", "typ", "p2c"}:
        raise Refused("unsupported_envelope")
    if compact(header).encode() != text or (header.get("alg"), header.get("enc")) != ("dir", "A256GCM"):
        raise Refused("unsupported_envelope")
    kind = str(header.get("typ")).removeprefix("tempshare-")
    if kind not in KINDS or header["typ"] != f"tempshare-{kind}":
        raise Refused("unsupported_envelope")
    rounds = header.get("p2c")
    if "p2c" in header and (type(rounds) is not int or not 100_000 <= rounds <= 1_000_000):
        raise Refused("iterations_out_of_range")
    return kind, rounds


def open_text(keys, kind, sealed):
    parts = sealed.split(".")
    header = unb64(parts[0])
    if len(parts) != 5 or parts[1] or not header:
        raise Refused("unsupported_envelope")
    if read_header(header) != (kind, keys["iterations"]):
        raise Refused("unsupported_envelope")
    iv, ciphertext, tag = (unb64(part) for part in parts[2:])
    if ciphertext is None or not iv or len(iv) != 12 or not tag or len(tag) != 16:
        raise Refused("unsupported_envelope")
    try:
        return AESGCM(unb64(keys["contentKey"])).decrypt(iv, ciphertext + tag, parts[0].encode()).decode()
    except (InvalidTag, UnicodeDecodeError):
        raise Refused("decryption_failed")


def open_with_jwcrypto(keys, sealed):
    token = jwe.JWE(algs=["dir", "A256GCM"])
    token.deserialize(sealed, jwk.JWK(kty="oct", k=keys["contentKey"]))
    return token.payload.decode()


# Files


@functools.cache
def generated(size):
    """SHA-256 of 0, 1, 2 … as 8 bytes, big-endian, one after the other, cut to the size."""
    blocks = (hashlib.sha256(n.to_bytes(8, "big")).digest() for n in range(-(-size // 32)))
    return b"".join(blocks)[:size]


def nonce(number, last):
    return bytes(7) + number.to_bytes(4, "big") + bytes([last])


def seal_file(key, data):
    starts = range(0, max(len(data), 1), MIB)
    chunk = lambda n: AESGCM(key).encrypt(nonce(n, n == len(starts) - 1), data[n * MIB : (n + 1) * MIB], None)
    return b"".join(chunk(n) for n in range(len(starts)))


def open_file(key, sealed):
    starts = range(0, max(len(sealed), 1), MIB + 16)
    plain = []
    for n, start in enumerate(starts):
        try:
            chunk = sealed[start : start + MIB + 16]
            plain.append(AESGCM(key).decrypt(nonce(n, n == len(starts) - 1), chunk, None))
        except (InvalidTag, ValueError):
            raise Refused("damaged_file")
    return b"".join(plain)


def file_facts(key, size):
    data = generated(size)
    sealed = seal_file(unb64(key), data)
    return {
        "key": key,
        "size": size,
        "sha256": hashlib.sha256(data).hexdigest(),
        "sealedSize": len(sealed),
        "sealedStart": sealed[:16].hex(),
        "sealedEnd": sealed[-16:].hex(),
        "sealedSha256": hashlib.sha256(sealed).hexdigest(),
    }


def damaged(case):
    """The bytes of a file that must not open: slices of files that were sealed under the same key, a bit flipped."""
    sealed = {part["size"]: seal_file(unb64(case["key"]), generated(part["size"])) for part in case["parts"]}
    data = bytearray(b"".join(sealed[part["size"]][part["from"] : part["to"]] for part in case["parts"]))
    if "flip" in case:
        data[case["flip"]["byte"]] ^= 1 << case["flip"]["bit"]
    return bytes(data)


# The file


def text_of(case):
    return case["text"] * case.get("times", 1)


def check(vectors):
    """Raises at the first vector that does not hold."""
    keys = {}
    for case in vectors["keys"]:
        link_key = unb64(case["linkKey"])
        keys[case["name"]] = key_schedule(link_key, case["password"], case["iterations"])
        expect(case, {name: keys[case["name"]][name] for name in case if name != "name"})
    for case in vectors["texts"] + vectors["metadata"]:
        check_sealed(case, keys[case["keys"]])
    for case in vectors["files"]:
        expect(case, {"name": case["name"], **file_facts(case["key"], case["size"])})
        sealed = seal_file(unb64(case["key"]), generated(case["size"]))
        expect({"opened": True}, {"opened": open_file(unb64(case["key"]), sealed) == generated(case["size"])})
    for case in vectors.get("refusedTexts", []):
        expect_refused(case, lambda: open_text(keys[case["keys"]], case["kind"], case["sealed"]))
    for case in vectors.get("refusedFiles", []):
        expect({"sha256": case["sha256"]}, {"sha256": hashlib.sha256(damaged(case)).hexdigest()})
        expect_refused(case, lambda: open_file(unb64(case["key"]), damaged(case)))


def check_sealed(case, keys):
    kind, sealed = case.get("kind", "file"), case.get("sealed")
    if sealed is None:
        sealed = seal(keys, kind, text_of(case), unb64(case["iv"]), case.get("seed"))
        expect({"sealedSha256": case["sealedSha256"]}, {"sealedSha256": hashlib.sha256(sealed.encode()).hexdigest()})
    opened = open_text(keys, kind, sealed)
    if "metadata" in case:
        expect(case["metadata"], json.loads(opened))
    else:
        expect({"text": text_of(case)}, {"text": opened})
    if opened:  # jwcrypto 1.1 takes an empty plaintext for a failure
        expect({"by jwcrypto": opened}, {"by jwcrypto": open_with_jwcrypto(keys, sealed)})
    expect({"again": sealed}, {"again": seal(keys, kind, opened, unb64(sealed.split(".")[2]), case.get("seed"))})


def expect(wanted, got):
    wrong = [name for name in wanted.keys() | got.keys() if name != "name" and wanted.get(name) != got.get(name)]
    if wrong:
        raise SystemExit(f"{wanted.get('name', wanted)}: {', '.join(wrong)} should be {got}")


def expect_refused(case, attempt):
    try:
        attempt()
    except Refused as refused:
        return expect({"name": case["name"], "error": case["error"]}, {"error": str(refused)})
    raise SystemExit(f"{case['name']}: opened, though {case['wrong']}")


def main(command="", *arguments):
    path = pathlib.Path(next((name for name in arguments if name != "--random"), VECTORS))
    if command == "make":
        from envelope_cases import fixed, random

        vectors = random() if "--random" in arguments else fixed()
        path.write_text(json.dumps(vectors, indent=2) + "\n", encoding="utf-8")
    elif command == "check":
        vectors = json.loads(path.read_text(encoding="utf-8"))
        check(vectors)
        print(", ".join(f"{len(cases)} {name}" for name, cases in vectors.items() if isinstance(cases, list)))
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main(*sys.argv[1:])
