/** Code that verifies a webhook, by language. Each reads the secret of `SERVICE_WEBHOOK_SECRET`. */
const SDK = `'@tempshare/sdk/webhooks'`;

export const SNIPPETS = {
  TypeScript: `import { unwrapWebhook } from ${SDK};

// body: the bytes as they came. Throws if the signature is not right.
const event = await unwrapWebhook(body, request.headers, {
  secret: process.env.SERVICE_WEBHOOK_SECRET,
});
console.log(event.type, event.data.object);`,
  Python: `import hashlib, hmac, os, time

def verify(body: bytes, signature: str) -> bool:
    """body: the bytes as they came. signature: the header X-Service-Signature."""
    try:
        parts = dict(part.split("=", 1) for part in signature.split(","))
        age = time.time() - int(parts["t"])
        signed = parts["t"].encode() + b"." + body
        sent = parts["v1"]
    except (KeyError, ValueError):
        return False
    secret = os.environ["SERVICE_WEBHOOK_SECRET"].encode()
    expected = hmac.new(secret, signed, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), sent.encode()) and abs(age) <= 300`,
  Go: `import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"time"
)

// body: the bytes as they came. signature: the header X-Service-Signature.
func verify(body []byte, signature string) bool {
	var t int64
	var v1 string
	if _, err := fmt.Sscanf(signature, "t=%d,v1=%64s", &t, &v1); err != nil {
		return false
	}
	sent, err := hex.DecodeString(v1)
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, []byte(os.Getenv("SERVICE_WEBHOOK_SECRET")))
	fmt.Fprintf(mac, "%d.%s", t, body)
	age := time.Since(time.Unix(t, 0))
	return hmac.Equal(sent, mac.Sum(nil)) && age.Abs() <= 5*time.Minute
}`,
  curl: `# Sends your receiver a signed webhook, to try it without this server.
RECEIVER=\${RECEIVER:-http://localhost:3000/webhooks}
body='{"id":"evt_1","type":"transfer.created","data":{"object":{}}}'
t=$(date +%s)
v1=$(printf '%s.%s' "$t" "$body" |
  openssl dgst -sha256 -hmac "$SERVICE_WEBHOOK_SECRET" -r | cut -d ' ' -f 1)
curl -i "$RECEIVER" -H "X-Service-Signature: t=$t,v1=$v1" \\
  -H 'Content-Type: application/json' -d "$body"`,
} as const;

export type Snippet = keyof typeof SNIPPETS;
