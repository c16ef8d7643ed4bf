let field: { cache?: 'no-store' } | undefined;

/**
 * Returns the field of a request that keeps responses out of caches, such as the one that Next.js 14 has on disk. It is
 * empty where the runtime refuses the field, as older Cloudflare Workers do.
 */
export function noStore(): { cache?: 'no-store' } {
  if (field) return field;
  const noStore = { cache: 'no-store' } as const;
  try {
    new Request('https://localhost', noStore);
    return (field = noStore);
  } catch {
    return (field = {});
  }
}
