import type { Config } from '../config.ts';
import { ToolError } from '../tool-error.ts';

/**
 * Keeps the tool server's own API key from being shared, under whatever name a file or a variable holds it.
 *
 * @throws ToolError
 */
export function refuseOwnKey(config: Config, content: string | Buffer): void {
  const key = config.variable('SERVICE_API_KEY')?.trim();
  if (key && content.includes(key))
    throw new ToolError(
      'This holds the API key of the tool server, which is never shared. Nothing was sent.',
    );
}
