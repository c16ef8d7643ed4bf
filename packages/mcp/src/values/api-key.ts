import type { Config } from '../config.ts';
import { ToolError } from '../tool-error.ts';

const keyOf = (config: Config): string | undefined => config.variable('SERVICE_API_KEY')?.trim();

/**
 * Keeps the tool server's own API key from being shared, under whatever name it comes.
 *
 * @throws ToolError
 */
export function refuseOwnKey(config: Config, content: string | Buffer): void {
  const key = keyOf(config);
  if (key && content.includes(key))
    throw new ToolError(
      'This holds the API key of the tool server, which is never shared. Nothing was sent.',
    );
}

/**
 * The same for bytes that come in parts, which are not put together for it: a file may be large.
 *
 * @throws ToolError
 */
export function refuseOwnKeyIn(config: Config, parts: readonly Uint8Array[]): void {
  const overlap = keyOf(config)?.length ?? 0;
  let last = Buffer.alloc(0);
  for (const part of parts) {
    last = Buffer.concat([last.subarray(-overlap), part]);
    refuseOwnKey(config, last);
  }
}

/** The same fields without the key in any text of theirs: a server that is sent the key may send it back. */
export function hideOwnKey<T extends object>(config: Config, fields: T): T {
  const key = keyOf(config);
  const hidden = Object.entries(fields).map(([name, value]) => [
    name,
    key && typeof value === 'string' ? value.replaceAll(key, '(withheld)') : (value as unknown),
  ]);
  return Object.fromEntries(hidden) as T;
}
