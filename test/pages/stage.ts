/** The service that files of pages share within a process, and the people who visit it with a browser. */
import { Tempshare } from '@tempshare/sdk';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { sharedChromium } from '../support/browser/chromium.ts';
import { sharedServers } from '../support/server/servers.ts';

/** A service of two servers, and its owner. */
export interface Stage {
  owner: Tempshare;
  url: string;
  /** Address of the second server. */
  otherUrl: string;
  /** Creates a secret and returns its link. */
  secret: (secret?: string, options?: object) => Promise<string>;
  /** Creates a transfer and returns its link. */
  share: (transfer: Parameters<Tempshare['transfers']['create']>[0]) => Promise<string>;
  /** Creates a room, of which the owner has a seat. */
  room(
    options?: object,
  ): Promise<{ id: string; url: string; room: Awaited<ReturnType<Tempshare['rooms']['open']>> }>;
}

/** A visitor who has only a browser, with a record of what that browser sent and reported. */
export interface Person {
  page: Page;
  context: BrowserContext;
  /** Address, headers and body of each request so far. */
  sent: string[];
  /** Errors of scripts, and violations of the content security policy. */
  complaints: string[];
}

/** Returns the service that all files of this process share. */
export async function setStage(): Promise<Stage> {
  const { processes, apiKey } = await sharedServers();
  const [{ url, baseUrl }, other] = processes;
  const owner = new Tempshare({ apiKey, baseUrl });
  return {
    owner,
    url,
    otherUrl: other.url,
    secret: async (secret = 'x', options = {}) =>
      (await owner.secrets.create({ secret, ...options })).secretUrl,
    share: async (transfer) => (await owner.transfers.create(transfer)).shareUrl,
    async room(options = {}) {
      const { roomId, roomUrl } = await owner.rooms.create({ name: 'War room', ...options });
      return { id: roomId, url: roomUrl, room: await owner.rooms.open(roomUrl) };
    },
  };
}

/** Opens a browser context for a visitor, and a link in it. */
export async function openPerson(
  link?: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Person> {
  const browser = await sharedChromium();
  const context = await browser.newContext({ locale: 'en-GB', acceptDownloads: true, ...options });
  const page = await context.newPage();
  const person: Person = { page, context, sent: [], complaints: [] };
  page.on('request', (request) => {
    const headers = JSON.stringify(request.headers());
    person.sent.push(`${request.url()}\n${headers}\n${request.postDataBuffer()?.toString('latin1') ?? ''}`);
  });
  page.on('pageerror', (error) => person.complaints.push(error.message));
  page.on('console', (message) => {
    // Some stories are about refused requests.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      person.complaints.push(message.text());
  });
  page.on('dialog', (dialog) => void dialog.accept());
  if (link) await page.goto(link);
  return person;
}

/** Opens visitors who leave after the test; expects that none of their browsers complained. */
export function usePeople(): typeof openPerson {
  const people: Person[] = [];
  afterEach(async () => {
    for (const { context, complaints } of people.splice(0)) {
      await context.close();
      expect(complaints).toEqual([]);
    }
  });
  return async (...visit) => {
    const one = await openPerson(...visit);
    people.push(one);
    return one;
  };
}

/** The same link at another server of the service. */
export function movedTo(url: string, link: string): string {
  const { pathname, hash } = new URL(link);
  return `${new URL(url).origin}${pathname}${hash}`;
}

/** The main button of a page. */
export const main = ({ page }: Person) => page.locator('button.main');

/** Waits until the heading has this text. */
export const says = ({ page }: Person, text: string) => page.locator('h1').getByText(text).waitFor();

/** Waits until the page has drawn what has arrived. */
export const drawn = ({ page }: Person) =>
  page.evaluate(() => new Promise((then) => requestAnimationFrame(() => setTimeout(then))));

/** Chooses files in the field of a page. */
export const choose = (
  { page }: Person,
  files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0],
) => page.locator('input[type=file]').first().setInputFiles(files);

/** A problem of the service, with which a route answers. */
export const problem = (status: number, code = '', headers: Record<string, string> = {}) => ({
  status,
  headers,
  contentType: 'application/problem+json',
  body: JSON.stringify(code ? { code } : {}),
});

/** Headers with which neither the client nor, for a minute, the page tries again by itself. */
export const ASKED_ONLY = { 'x-should-retry': 'false', 'retry-after': '60' };

/** Creates one item of each kind that has a link, and returns the link. */
export const creators = ({ owner, secret, share }: Stage): Record<string, () => Promise<string>> => ({
  secret: () => secret(),
  text: () => share({ type: 'text', text: 'x', oneTime: true }),
  url: () => share({ type: 'url', targetUrl: 'https://a.example' }),
  file: () => share({ type: 'file', file: new Blob(['x']), fileName: 'a', oneTime: true }),
  diagnostics: async () => (await owner.debugShares.create({ logs: 'x' })).shareUrl,
  request: async () => (await owner.requests.create({ title: 'x' })).requestUrl,
  room: async () => (await owner.rooms.create({ name: 'x' })).roomUrl,
  drop: async () => (await owner.drops.create({ label: 'x' })).dropUrl,
});
