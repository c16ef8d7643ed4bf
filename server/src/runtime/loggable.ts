/** Fields of an error that are safe to log. Never bound values, rows or bodies. */
export function loggable(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, message, stack, code, constraint } = error as Error & { code?: string; constraint?: string };
  const cause = error.cause instanceof Error ? loggable(error.cause) : undefined;
  return { name, message, code, constraint, stack, cause };
}
