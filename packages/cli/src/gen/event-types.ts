// Generated from openapi/ by `npm run generate`. Do not edit.
export const eventTypes = [
  'transfer.created',
  'transfer.completed',
  'transfer.deleted',
  'request.created',
  'request.closed',
  'secret.consumed',
  'webhook_endpoint.disabled',
] as const;
