/**
 * Receives webhooks with Express: verifies the signature over the body as it came, acts once on each event, and answers
 * before the sender's patience ends.
 *
 *   export SERVICE_WEBHOOK_SECRET=whsec_…     # two with a comma between while it is being rotated
 *   npm exec -c 'node examples/receive-webhooks.ts'
 *
 * Then register its public address: client.webhookEndpoints.create({ url: 'https://hooks.example.com/webhooks' }).
 */
import express from 'express';
import { createWebhookHandler } from '@tempshare/sdk/webhooks';
import { expressHandler } from '@tempshare/sdk/webhooks/express';

const { SERVICE_WEBHOOK_SECRET, PORT = '3000' } = process.env;
if (!SERVICE_WEBHOOK_SECRET) {
  console.error('Set SERVICE_WEBHOOK_SECRET to the signing secret of the endpoint.');
  process.exit(1);
}

// Deliveries repeat. A service of several processes gives { has, add } over its database in place of the Set.
const webhooks = createWebhookHandler({ seen: new Set() })
  .on('secret.consumed', ({ data }) => console.log(`The secret ${data.object.secretId} was read.`))
  .on('request.closed', ({ data: { object } }) =>
    console.log(`${object.files.length} files came in for ${object.requestId}.`),
  )
  .onUnknown(({ id, type }) => console.log(`${type}: ${id}`));

const app = express();
// The signature covers the raw bytes: before express.json(), which would consume them.
app.post('/webhooks', expressHandler(webhooks));

const server = app.listen(Number(PORT), () => {
  const address = server.address();
  console.log(`Waiting for webhooks on port ${typeof address === 'object' ? address?.port : address}`);
});
