// Generated from openapi/ by `npm run generate`. Do not edit.
export interface SchemaDefaults {
  'TransferCreate': 'expiration' | 'oneTime' | 'encryption';
  'SecretCreate': 'expiration' | 'encryption';
  'UploadRequestCreate': 'expiration';
  'RoomCreate': 'ttlHours' | 'encryption';
  'DebugShareCreate': 'expiration';
  'WebhookEndpointCreate': 'events';
  'WebhookSecretRotate': 'overlapHours';
  'WebhookTest': 'type';
}
export interface QueryDefaults {
  'transfers.list': 'limit';
  'secrets.list': 'limit';
  'requests.list': 'limit';
  'requests.files.list': 'limit';
  'rooms.list': 'limit';
  'rooms.messages.list': 'limit';
  'public.rooms.messages.list': 'limit';
  'drops.list': 'limit';
  'drops.items.list': 'limit';
  'webhookEndpoints.list': 'limit';
  'webhookEndpoints.deliveries.list': 'limit';
  'events.list': 'limit';
}
export interface BodySchemas {
  'transfers.create': 'TransferCreate';
  'transfers.update': 'ItemUpdate';
  'public.transfers.open': 'OpenRequest';
  'secrets.create': 'SecretCreate';
  'secrets.update': 'ItemUpdate';
  'public.secrets.reveal': 'OpenRequest';
  'requests.create': 'UploadRequestCreate';
  'requests.update': 'ItemUpdate';
  'public.requests.sessions.create': 'SenderSessionCreate';
  'public.requests.files.create': 'UploadRequestFileCreate';
  'public.requests.finish': 'UploadRequestFinish';
  'rooms.create': 'RoomCreate';
  'rooms.update': 'ItemUpdate';
  'rooms.messages.create': 'RoomMessageCreate';
  'rooms.files.create': 'RoomFileCreate';
  'public.rooms.sessions.create': 'RoomSessionCreate';
  'public.rooms.messages.create': 'RoomMessageCreate';
  'public.rooms.files.create': 'RoomFileCreate';
  'drops.create': 'DropCreate';
  'drops.update': 'DropUpdate';
  'public.drops.items.create': 'DropItemCreate';
  'debugShares.create': 'DebugShareCreate';
  'webhookEndpoints.create': 'WebhookEndpointCreate';
  'webhookEndpoints.update': 'WebhookEndpointUpdate';
  'webhookEndpoints.rotateSecret': 'WebhookSecretRotate';
  'webhookEndpoints.test': 'WebhookTest';
  'webhookEndpoints.redeliveries.create': 'WebhookRedeliveryCreate';
}
