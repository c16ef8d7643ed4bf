/** Characters: a shorter match may be chance. */
const MIN_LENGTH = 6;

/**
 * Whether a text of the service contains one of the values whole: as it is written, in base64, base64url, hex or
 * percent-encoding, in any case.
 */
export function reflects(text: string, values: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return values.flatMap(encodingsOf).some((encoding) => lower.includes(encoding));
}

/** Without the values that every link of the service contains: pieces of its address, or of `/secret/`. */
export function outsideAddress(values: readonly string[], baseUrl: string): string[] {
  const { origin = '', pathname = '' } = URL.parse(baseUrl) ?? {};
  const address = `${origin}${pathname}`.toLowerCase();
  return values.filter((value) => {
    const piece = value.trim().toLowerCase();
    return !address.includes(piece) && !'/secret/'.includes(piece);
  });
}

function encodingsOf(value: string): string[] {
  const trimmed = value.trim();
  if (trimmed.length < MIN_LENGTH) return [];
  const bytes = Buffer.from(trimmed);
  const forms = [
    trimmed,
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    encodeURIComponent(trimmed),
  ];
  return forms.map((form) => form.toLowerCase());
}
