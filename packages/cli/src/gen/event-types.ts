// Generated from openapi/ by `npm run generate`. Do not edit.
export const eventTypes = [
  'transfer.created',
  'transfer.completed',
  'transfer.deleted',
  'transfer.updated',
  'request.created',
  'request.closed',
  'request.updated',
  'secret.consumed',
  'secret.updated',
  'webhook_endpoint.disabled',
] as const;
