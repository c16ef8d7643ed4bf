/** Characters: what is shorter cannot be told from chance. */
const SHORTEST = 6;

/**
 * Whether a text that a service chose holds one of some values whole: as it is written, in base64, base64url, hex or
 * percent-encoding, in any case.
 */
export function echoes(text: string, values: readonly string[]): boolean {
  const said = text.toLowerCase();
  return values.flatMap(formsOf).some((form) => said.includes(form));
}

/** The values that a link of the service does not hold anyway: none that is a piece of its address, or of `/secret/`. */
export function withoutAddress(values: readonly string[], baseUrl: string): string[] {
  const { origin = '', pathname = '' } = URL.parse(baseUrl) ?? {};
  const address = `${origin}${pathname}`.toLowerCase();
  return values.filter((value) => {
    const piece = value.trim().toLowerCase();
    return !address.includes(piece) && !'/secret/'.includes(piece);
  });
}

function formsOf(value: string): string[] {
  const trimmed = value.trim();
  if (trimmed.length < SHORTEST) return [];
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
