/** Text that looks random and is the same in every run: nothing in this folder is or was a credential. */
export function randomText(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const from = (alphabet: string) => (length: number) =>
    Array.from({ length }, () => alphabet[Math.floor(next() * alphabet.length)]).join('');
  const [lower, ten] = ['abcdefghijklmnopqrstuvwxyz', '0123456789'];
  const upper = lower.toUpperCase();
  const hex = from(`${ten}abcdef`);
  const base64url = from(`${ten}${lower}${upper}-_`);
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const digits = from(ten);
  return {
    digits,
    hex,
    base64url,
    base36: from(ten + lower),
    upper36: from(ten + upper),
    base32: from(`${upper}234567`),
    base62: from(ten + lower + upper),
    base64: from(`${ten}${lower}${upper}+/`),
    uuid: (): string => [8, 4, 4, 4, 12].map(hex).join('-'),
    jwt: (): string =>
      `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ sub: digits(8), iat: 1763700000 })}.${base64url(86)}`,
  };
}
