// Generated from openapi/ by `npm run generate`. Do not edit.
export const eventTypes = [
  'transfer.created',
  'transfer.completed',
  'transfer.deleted',
  'request.created',
  'request.closed',
  'secret.consumed',
] as const;
