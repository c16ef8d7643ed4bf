/**
 * An application: hands new colleagues their first password, as a link that can be opened once, and knows who has opened
 * theirs. Its test is beside it.
 */
import type { Tempshare } from '@tempshare/sdk';
import { createWebhookHandler } from '@tempshare/sdk/webhooks';
import { fetchHandler } from '@tempshare/sdk/webhooks/fetch';

export class Onboarding {
  readonly #client: Tempshare;
  readonly #waiting = new Map<string, string>();

  constructor(client: Tempshare) {
    this.#client = client;
  }

  async invite(name: string, password: string): Promise<string> {
    const { secretId, secretUrl } = await this.#client.secrets.create({ secret: password, expiration: '1d' });
    this.#waiting.set(secretId, name);
    return secretUrl;
  }

  /** People who have not opened their link. */
  get waiting(): string[] {
    return [...this.#waiting.values()];
  }

  /** Handler of `POST /webhooks`. */
  webhooks(secret: string): (request: Request) => Promise<Response> {
    const handler = createWebhookHandler({ secret }).on('secret.consumed', ({ data }) => {
      this.#waiting.delete(data.object.secretId);
    });
    return fetchHandler(handler);
  }
}
