import type { Config } from '../config.ts';
import { ToolError } from '../tool-error.ts';

const apiKeyOf = (config: Config): string | undefined => config.variable('SERVICE_API_KEY')?.trim();

/**
 * Keeps the tool server's own API key from being shared, under whatever name it comes.
 *
 * @throws ToolError
 */
export function refuseApiKey(config: Config, content: string | Buffer): void {
  const key = apiKeyOf(config);
  if (key && content.includes(key))
    throw new ToolError(
      'This holds the API key of the tool server, which is never shared. Nothing was sent.',
    );
}

/**
 * The same for the chunks of a file, which are not joined: it may be large.
 *
 * @throws ToolError
 */
export function refuseApiKeyInChunks(config: Config, chunks: readonly Uint8Array[]): void {
  const overlap = apiKeyOf(config)?.length ?? 0;
  let last = Buffer.alloc(0);
  for (const chunk of chunks) {
    last = Buffer.concat([last.subarray(-overlap), chunk]);
    refuseApiKey(config, last);
  }
}

/** A copy with the key redacted in every string: a server that receives the key may send it back. */
export function redactApiKey<T extends object>(config: Config, fields: T): T {
  const key = apiKeyOf(config);
  const redacted = Object.entries(fields).map(([name, value]) => [
    name,
    key && typeof value === 'string' ? value.replaceAll(key, '(withheld)') : (value as unknown),
  ]);
  return Object.fromEntries(redacted) as T;
}
