import sdk = require('@tempshare/sdk');
import fetching = require('@tempshare/sdk/fetch');
import opening = require('@tempshare/sdk/open');
import webhooks = require('@tempshare/sdk/webhooks');
import expressWebhooks = require('@tempshare/sdk/webhooks/express');
import signing = require('@tempshare/sdk/webhooks/testing');
import type { Tempshare } from '@tempshare/sdk' with { 'resolution-mode': 'import' };
import type { OpenedLink } from '@tempshare/sdk/open' with { 'resolution-mode': 'import' };
import type { TransferCreated } from '@tempshare/sdk/types';

const client = new sdk.Tempshare({ apiKey: 'svc_sk_test_…', timeout: 5_000 });

// What one part of a program has made another takes, whichever of them is CommonJS.
const asModule: Tempshare = client;
const fromModule = (made: Tempshare): sdk.Tempshare => made;

const share = (text: string): PromiseLike<TransferCreated> =>
  client.transfers.create({ type: 'text', text, oneTime: true });
const open = (link: string): Promise<OpenedLink> => opening.openLink(link);
const wait = (error: unknown): number | undefined =>
  error instanceof sdk.RateLimitError ? error.retryAfterMs : undefined;
const receive = expressWebhooks.expressHandler(
  webhooks
    .createWebhookHandler({ secret: 'whsec_…' })
    .on('secret.consumed', ({ data }) => data.object.secretId),
);
const signed: Promise<string> = signing.signPayload({ payload: '{}', secret: 'whsec_…', timestamp: 0 });
const status = async (id: string): Promise<'active' | 'expired' | 'consumed'> =>
  (await fetching.createFetchClient().GET('/transfers/{id}', { params: { path: { id } } })).data.status;

// @ts-expect-error: not a property of the body.
const typo = () => client.transfers.create({ type: 'text', test: 'Hello' });

export = { asModule, fromModule, share, open, wait, receive, signed, status, typo };
