import { readAllowedHosts } from '../features/webhooks/endpoints/target.ts';
import { optional, variable, integer } from './variable.ts';

/** Webhook deliveries. */
export const webhookVariables = {
  MAX_PENDING_DELIVERIES_PER_KEY: variable(
    '2000',
    integer(1, 1_000_000),
    'How many deliveries may wait for the webhook endpoints of a key that fail; above it new events skip these, and can be listed.',
  ),
  WEBHOOK_ALLOWED_HOSTS: optional(
    readAllowedHosts,
    'Exceptions for webhooks to private addresses and other ports: host names and addresses, either with a port, and CIDR ranges, with commas between.',
  ),
};
