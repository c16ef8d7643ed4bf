/** The public API as a page sees it: the mock that is published, with a receiver whose state a test changes. */
import { Tempshare } from '@tempshare/sdk';
import { createMock, type Mock } from '@tempshare/testing';
import { getResponse } from 'msw';
import type { BrowserContext } from 'playwright-core';
import type { FakeAccount } from './panel-fake.ts';

export interface FakeService {
  mock: Mock;
  /** The owner of what the pages show. */
  owner: Tempshare;
}

/** Puts the mock in the place of the public API, for all pages of a browser context. */
export async function fakeService(
  context: BrowserContext,
  account: FakeAccount,
  origin = 'https://mock.example',
): Promise<FakeService> {
  const place = `${origin}/api/v1`;
  const mock = createMock({ baseUrl: place });
  account.apiKey = mock.apiKey;
  await context.route('**/api/v1/**', async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    const path = pathname.replace(/^.*\/api\/v1/, '');
    if (path === '/openapi.json') return route.continue();
    const body = request.postDataBuffer();
    const response = await getResponse(
      mock.handlers,
      new Request(`${place}${path}${search}`, {
        method: request.method(),
        headers: request.headers(),
        ...(body && { body: new Uint8Array(body) }),
      }),
    );
    await route.fulfill({
      status: response!.status,
      headers: Object.fromEntries(response!.headers),
      body: await response!.text(),
    });
  });
  const fetchMock: typeof fetch = async (input, init) =>
    (await getResponse(mock.handlers, new Request(input, init)))!;
  return { mock, owner: new Tempshare({ apiKey: mock.apiKey, baseUrl: place, fetch: fetchMock }) };
}
