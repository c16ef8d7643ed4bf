/** Every page in every state, as a person, the service or the connection brings it there. */
import { afterAll, expect, it } from 'vitest';
import en from '../../packages/web/locales/en.json' with { type: 'json' };
import { choose, drawn, main, openPerson, setStage, type Person } from './stage.ts';
import { violations } from './violations.ts';

const stage = await setStage();

/** Waits until the heading is the one with this key, in English. */
const says = ({ page }: Person, key: keyof typeof en) =>
  page
    .locator('h1')
    .getByText(en[key] as string, { exact: true })
    .waitFor();

/** Opens the visitor who goes through all states in one page. */
export const openVisitor = () => openPerson(undefined, { bypassCSP: true, reducedMotion: 'reduce' });

/** Brings the page into a state, whatever state it is in. */
export async function bringTo(one: Person, state: string): Promise<void> {
  await one.page.unrouteAll({ behavior: 'ignoreErrors' });
  await STATES[state]!(one);
}

const file = { name: 'a', mimeType: '', buffer: Buffer.from('x') };
const ID = '0'.repeat(22);
const API = '**/api/v1/public/**';

const { share } = stage;
const secret = (options: object = {}) => stage.secret('x', options);

/** Lets the service answer every request so. */
const respond = (one: Person, status: number, body = '{}', headers: Record<string, string> = {}) =>
  one.page.route(API, (route) =>
    route.fulfill({ status, body, headers: { 'x-should-retry': 'false', ...headers } }),
  );
/** Changes what the service answers to an opening. */
const change = (one: Person, changes: object) =>
  one.page.route('**/open', async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, json: { ...((await response.json()) as object), ...changes } });
  });

async function offered(one: Person, link: string): Promise<void> {
  await one.page.goto(link);
  await main(one).waitFor();
}
async function opened(one: Person, link: string, sign: string): Promise<void> {
  await offered(one, link);
  await main(one).click();
  await one.page.locator(sign).first().waitFor();
}
async function entered(one: Person) {
  const { id, url, room } = await stage.room();
  await room.post({ author: 'Ada', text: 'x\n'.repeat(40) });
  await opened(one, url, '.messages li');
  return { delete: () => stage.owner.rooms.delete(id), post: (text: string) => room.post({ text }) };
}
async function request(one: Person): Promise<string> {
  const { requestUrl, pin } = await stage.owner.requests.create({ title: 'Papers' });
  await offered(one, requestUrl);
  await choose(one, [file]);
  return pin;
}
async function sent(one: Person): Promise<void> {
  await one.page.locator('input[inputmode=numeric]').fill(await request(one));
  await main(one).click();
  await one.page.locator('.state').waitFor();
}

export const STATES: Record<string, (one: Person) => Promise<void>> = {
  'waiting for the service': async (one) => {
    await one.page.route(API, () => undefined);
    await one.page.goto(`${stage.url}/en/${ID}`);
    await one.page.locator('.languages').waitFor();
    await says(one, 'share.title');
  },
  'a secret, offered': async (one) => {
    await offered(one, await secret());
    await says(one, 'secret.title');
  },
  'a secret behind a password, wrongly guessed': async (one) => {
    await offered(one, await secret({ password: 'azalea' }));
    await one.page.locator('input').fill('magnolia');
    await main(one).click();
    await one.page.locator('.wrong', { hasText: /./ }).waitFor();
  },
  'a secret, not opened': async (one) => {
    await offered(one, await secret());
    await one.page.getByRole('button', { name: en.later }).click();
    await one.page.getByText(en['later.said']).waitFor();
  },
  'a secret, opened and shown': async (one) => {
    await opened(one, await secret(), '.value');
    await one.page.getByRole('button', { name: en.show }).click();
    await says(one, 'secret.done');
  },
  'a link as a picture': async (one) => {
    await offered(one, await secret());
    await one.page.locator('summary').click();
    await one.page.locator('.qr path[d^=M]').waitFor({ state: 'attached' });
  },
  'a text, offered': async (one) => {
    await offered(one, await share({ type: 'text', text: 'x' }));
    await says(one, 'text.title');
  },
  'a text, opened, in colours': async (one) => {
    const text = '// why\nimport x from "y"; const answer = function () { return 42 }; // 1\n';
    await opened(one, await share({ type: 'text', text }), '.value');
    await one.page.locator('input[type=checkbox]').last().check();
    await one.page.locator('.value span').first().waitFor();
    await says(one, 'text.done');
  },
  'a link, offered': async (one) => {
    await offered(one, await share({ type: 'url', targetUrl: 'https://a.example/' }));
    await says(one, 'url.title');
  },
  'a link, opened': async (one) => {
    await opened(one, await share({ type: 'url', targetUrl: 'https://xn--mnchen-3ya.example/' }), '.host');
    await says(one, 'url.done');
  },
  'a file, offered': async (one) => {
    await offered(one, await share({ type: 'file', file: new Blob(['x']), fileName: 'a.pdf' }));
    await says(one, 'file.title');
  },
  'a file, on its way': async (one) => {
    await one.page.route('**/content/**', () => undefined);
    await one.page.route('**/downloads/**', () => undefined);
    await one.page.route('**/files/**', () => undefined);
    await opened(one, await share({ type: 'file', file: new Blob(['x']) }), 'progress');
  },
  'a file, here': async (one) => {
    await opened(one, await share({ type: 'file', file: new Blob(['x']) }), '.sum');
    await says(one, 'file.done');
  },
  'diagnostics, offered': async (one) => {
    await offered(one, (await stage.owner.debugShares.create({ logs: 'x' })).shareUrl);
    await says(one, 'debug.title');
  },
  'diagnostics, opened, in colours': async (one) => {
    const logs = '2026-11-23 01:00:00 ERROR failed "a", password=hunter2hunter2, true, 42\n# comment';
    await opened(
      one,
      (await stage.owner.debugShares.create({ diagnostics: '{"a": [1, true]}', logs })).shareUrl,
      'mark',
    );
    for (const box of await one.page.locator('input[type=checkbox]').all()) await box.check();
    await one.page.locator('.value .c-err').first().waitFor();
    await says(one, 'debug.done');
  },
  'a request, with files': async (one) => {
    await request(one);
    await says(one, 'request.title');
  },
  'a request, with a wrong PIN': async (one) => {
    await request(one);
    await main(one).click();
    await one.page.locator('.wrong', { hasText: /./ }).first().waitFor();
  },
  'a request, while a file is sent': async (one) => {
    const pin = await request(one);
    await one.page.route(API, () => undefined);
    await one.page.locator('input[inputmode=numeric]').fill(pin);
    await main(one).click();
    await one.page.locator('progress').waitFor();
  },
  'a request, with files that were not sent': async (one) => {
    const pin = await request(one);
    await choose(one, { ...file, name: `${'long '.repeat(20)}name.pdf` });
    await one.page.locator('input[inputmode=numeric]').fill(pin);
    await respond(one, 409, '{"code":"quota_exceeded"}', { 'content-type': 'application/problem+json' });
    await main(one).click();
    await one.page.getByText(en['files.full']).nth(1).waitFor();
  },
  'a request, with what has arrived': sent,
  'a request, finished': async (one) => {
    await sent(one);
    await one.page.getByRole('button', { name: en['request.finish'] }).click();
    await says(one, 'request.finished');
  },
  'an inbox, full': async (one) => {
    await offered(one, (await stage.owner.drops.create({ label: 'Hints' })).dropUrl);
    await one.page.locator('textarea').fill('x');
    await respond(one, 409, '{"code":"quota_exceeded"}', { 'content-type': 'application/problem+json' });
    await main(one).click();
    await one.page.locator('.wrong', { hasText: /./ }).waitFor();
    await says(one, 'drop.title');
  },
  'an inbox, with a message that is too long': async (one) => {
    await offered(one, (await stage.owner.drops.create({ label: 'Hints' })).dropUrl);
    await one.page.locator('textarea').fill('x'.repeat(10_001));
    await one.page.locator('.wrong', { hasText: '10,001' }).waitFor();
  },
  'an inbox, with what has arrived': async (one) => {
    await offered(one, (await stage.owner.drops.create({ label: 'Hints' })).dropUrl);
    await one.page.locator('textarea').fill('x');
    await main(one).click();
    await says(one, 'drop.arrived');
  },
  'a room, at its door': async (one) => {
    await offered(one, (await stage.owner.rooms.create({ name: 'War room', password: 'azalea' })).roomUrl);
    await says(one, 'room.title');
  },
  'a room, at its door with a name that cannot be seen': async (one) => {
    await offered(one, (await stage.owner.rooms.create({ name: 'War room' })).roomUrl);
    await one.page.locator('input').fill('\u200b');
    await main(one).click();
    await one.page.getByText(en['room.name.wrong']).waitFor();
  },
  'a room, inside': async (one) => void (await entered(one)),
  'a room, with what is new': async (one) => {
    const room = await entered(one);
    await one.page.getByRole('log').evaluate((list) => list.scrollTo({ top: 0 }));
    await drawn(one);
    await room.post('new');
    await one.page.locator('.jump').waitFor();
  },
  'a room, closed': async (one) => {
    await (await entered(one)).delete();
    await one.page.getByText(en['room.closed']).waitFor();
  },
  gone: async (one) => {
    await one.page.goto(`${stage.url}/en/secret/${ID}`);
    await says(one, 'gone.title');
  },
  'not complete': async (one) => {
    await one.page.goto((await secret()).replace(/#.*/, ''));
    await says(one, 'partial.title');
  },
  'not what the link says': async (one) => {
    const [key] = (await secret()).split('#').slice(1);
    await one.page.goto(`${await secret({ encryption: 'server' })}#${key}`);
    await says(one, 'mismatch.title');
  },
  'answered by a proxy': async (one) => {
    await one.page.route('**/api/v1/public/**', (route) =>
      route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Sign in</h1>' }),
    );
    await one.page.goto(await secret());
    await says(one, 'foreign.title');
  },
  damaged: async (one) => {
    await change(one, { text: 'x' });
    await opened(one, await share({ type: 'text', text: 'x' }), 'h1:focus');
    await says(one, 'damaged.title');
  },
  unsafe: async (one) => {
    await change(one, { targetUrl: 'javascript:1' });
    const link = await share({ type: 'url', targetUrl: 'https://a.example', encryption: 'server' });
    await opened(one, link, 'h1:focus');
    await says(one, 'unsafe.title');
  },
  limited: async (one) => {
    await respond(one, 429, '{}', { 'retry-after': '42' });
    await one.page.goto(await secret());
    await says(one, 'limited.title');
  },
  offline: async (one) => {
    await offered(one, await secret());
    await one.context.setOffline(true);
    await main(one).click();
    await says(one, 'offline.title');
    await one.page.route(API, () => undefined);
    await one.context.setOffline(false);
  },
  'away while it is opened': async (one) => {
    await offered(one, await secret());
    await respond(one, 500);
    await main(one).click();
    await says(one, 'away.title');
    await one.page.getByText(en['again.lead']).waitFor();
  },
};

/** States with content in a direction of its own. */
const MIXED = [
  ...[
    'a text, opened, in colours',
    'a link, opened',
    'a file, here',
    'a request, with files',
    'a room, inside',
  ],
];

/** Holds these states against WCAG 2.2 AA, in English, and in Arabic where the direction matters. */
export async function holdStates(states: readonly string[]): Promise<void> {
  const one = await openVisitor();
  afterAll(() => one.context.close());
  it.each(states)('%s: breaks no rule of WCAG 2.2 AA', async (state) => {
    await bringTo(one, state);
    expect(await violations(one)).toEqual([]);
    if (MIXED.includes(state)) expect(await violations(one, 'ar')).toEqual([]);
  });
}
