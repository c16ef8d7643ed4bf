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
import { unwrapWebhook, WebhookVerificationError } from '@tempshare/sdk/webhooks';

const { SERVICE_WEBHOOK_SECRET = '', PORT = '3000' } = process.env;
const secret = SERVICE_WEBHOOK_SECRET.split(',').filter((text) => text !== '');
if (secret.length === 0) {
  console.error('Set SERVICE_WEBHOOK_SECRET to the signing secret of the endpoint.');
  process.exit(1);
}

/** Deliveries repeat. A service of several processes keeps this in its database, under a unique index. */
const handled = new Set<string>();

const app = express();

// What is signed are bytes. express.json() would leave none, and its text is not the one that was signed.
app.post('/webhooks', express.raw({ type: 'application/json', limit: '64kb' }), async (request, response) => {
  try {
    const event = await unwrapWebhook(request.body as Buffer, request.headers, { secret });
    if (!handled.has(event.id)) {
      handled.add(event.id);
      switch (event.type) {
        case 'secret.consumed':
          console.log(`The secret ${event.data.object.secretId} was read.`);
          break;
        case 'request.closed':
          console.log(`${event.data.object.files.length} files came in for ${event.data.object.requestId}.`);
          break;
        default:
          console.log(`${event.type}: ${event.id}`);
      }
    }
    response.sendStatus(204);
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    console.error(`${error.code}: ${error.message}`);
    response.sendStatus(400);
  }
});

const server = app.listen(Number(PORT), () => {
  const address = server.address();
  console.log(`Waiting for webhooks on port ${typeof address === 'object' ? address?.port : address}`);
});
