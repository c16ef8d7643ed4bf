export type Parameters = Readonly<Record<string, string | undefined>>;

/** Query of an address. Empty parameters are left out. */
export function queryOf(parameters: Parameters): string {
  const parts = Object.entries(parameters).filter((part): part is [string, string] => Boolean(part[1]));
  return parts.length > 0 ? `?${new URLSearchParams(parts).toString()}` : '';
}
