import type { Config } from '../config.ts';
import { ToolError } from '../tool-error.ts';
import { refuseApiKey } from './api-key.ts';

/**
 * Checks what the owner says of an item, which is sent in the clear.
 *
 * @throws ToolError
 */
export function checkOwnersFields(
  config: Config,
  {
    expiration,
    expiresAt,
    label = '',
  }: { expiration?: unknown; expiresAt?: unknown; label?: string | undefined },
): void {
  if (expiration !== undefined && expiresAt !== undefined)
    throw new ToolError(
      'expiration and expiresAt both say when it ends: give one of them. Nothing was sent.',
    );
  refuseApiKey(config, label);
}
