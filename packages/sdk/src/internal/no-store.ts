let field: { cache?: 'no-store' } | undefined;

/** Keeps responses out of caches, such as that of Next.js 14. Empty where the runtime refuses the field. */
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
