import { randomBytes } from 'node:crypto';
import { Tempshare } from '@tempshare/sdk';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { sharedChromium } from '../support/browser/chromium.ts';
import { createTestDatabase } from '../support/database/database.ts';
import { startServerProcess } from '../support/server/server-process.ts';

/** A service, its owner, and a browser. */
export interface Stage {
  owner: Tempshare;
  url: string;
  /** Where the second server is, if there are two. */
  otherUrl: string;
  /** A person who has nothing but a browser, and what their browser has sent and said. */
  person(options?: Parameters<Browser['newContext']>[0]): Promise<Person>;
  stop(): Promise<void>;
}

export interface Person {
  page: Page;
  context: BrowserContext;
  /** Address, headers and body of each request so far. */
  sent: string[];
  /** What the browser complained about: errors of scripts, and whatever a policy forbade. */
  complaints: string[];
}

/** Starts servers as an operator does, on one database, and a browser. */
export async function setStage({ servers = 1 } = {}): Promise<Stage> {
  const database = await createTestDatabase();
  const env = {
    DATABASE_URL: database.url,
    ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    RATE_LIMIT_ANONYMOUS: '1000000',
    RATE_LIMIT_KEY: '1000000',
    RATE_LIMIT_SESSION: '1000000',
    RATE_LIMIT_URL: '1000000',
  };
  const server = await startServerProcess(env);
  const other = servers > 1 ? await startServerProcess(env) : undefined;
  const browser = await sharedChromium();
  return {
    owner: new Tempshare({ apiKey: server.apiKey, baseUrl: server.baseUrl }),
    url: server.url,
    otherUrl: other?.url ?? server.url,
    async person(options = {}) {
      const context = await browser.newContext({ locale: 'en-GB', acceptDownloads: true, ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(120_000);
      const person: Person = { page, context, sent: [], complaints: [] };
      page.on('request', (request) => {
        const headers = JSON.stringify(request.headers());
        person.sent.push(
          `${request.url()}\n${headers}\n${request.postDataBuffer()?.toString('latin1') ?? ''}`,
        );
      });
      page.on('pageerror', (error) => person.complaints.push(error.message));
      page.on('console', (message) => {
        // A refused request is what some stories are about.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
          person.complaints.push(message.text());
        }
      });
      page.on('dialog', (dialog) => void dialog.accept());
      return person;
    },
    async stop() {
      await server.stop();
      await other?.stop();
      await database.drop();
    },
  };
}

/** A link as it leads to another server of the same service. */
export function movedTo(url: string, link: string): string {
  const { pathname, hash } = new URL(link);
  return `${new URL(url).origin}${pathname}${hash}`;
}

/** Lets people in who leave when the test is over; none of their browsers may have complained. */
export function usePeople(stage: () => Stage): Stage['person'] {
  const people: Person[] = [];
  afterEach(async () => {
    for (const { context, complaints } of people.splice(0)) {
      await context.close();
      expect(complaints).toEqual([]);
    }
  });
  return async (options) => {
    const one = await stage().person(options);
    people.push(one);
    return one;
  };
}
