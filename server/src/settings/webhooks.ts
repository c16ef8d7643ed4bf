import { readAllowedHosts } from '../features/webhooks/endpoints/target.ts';
import { optional, variable, integer } from './variable.ts';

/** Webhook deliveries. */
export const webhookVariables = {
  MAX_PENDING_DELIVERIES_PER_KEY: variable(
    '2000',
    integer(1, 1_000_000),
    "Maximum number of pending deliveries to a key's failing webhook endpoints. Beyond it, new events skip these endpoints but can be listed.",
  ),
  WEBHOOK_ALLOWED_HOSTS: optional(
    readAllowedHosts,
    'Private addresses and other ports that webhooks may use: host names and addresses, either with a port, and CIDR ranges, comma-separated.',
  ),
};
