import { readEnv } from '../env.ts';
import type { WebhookOptions, WebhookReceiverOptions } from './types.ts';

/** The options with the environment's secret where they have none; it is missing when neither has one. */
export function withSecret(options: WebhookReceiverOptions): WebhookOptions {
  const secret = options.secret ?? readEnv('SERVICE_WEBHOOK_SECRET')?.split(',') ?? [];
  return { ...options, secret };
}
