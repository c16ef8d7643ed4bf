import { afterAll, beforeAll, expect, it } from 'vitest';
import { setStage, type Person, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => void (stage = await setStage()));
afterAll(() => stage.stop());

const CANARY = 'globalThis.canary=1';
const SCRIPTS = [
  `<script>${CANARY}</script>`,
  `<img src=x onerror="${CANARY}">`,
  `<svg onload="${CANARY}">`,
  `<svg><script>${CANARY}</script></svg>`,
  `<svg><animate onbegin="${CANARY}" attributeName=x dur=1s>`,
  `<iframe srcdoc="<script>parent.canary=1</script>"></iframe>`,
  `<iframe src="javascript:parent.canary=1"></iframe>`,
  `<a href="javascript:${CANARY}" autofocus onfocus="${CANARY}">x</a>`,
  `<details open ontoggle="${CANARY}">`,
  `<video><source onerror="${CANARY}"></video>`,
  `<math><mi xlink:href="javascript:${CANARY}">x</mi></math>`,
  `<form action="javascript:${CANARY}"><button autofocus>x</button></form>`,
  `<object data="data:text/html,<script>${CANARY}</script>"></object>`,
  `<base href="https://evil.example/">`,
  `<meta http-equiv=refresh content="0;url=https://evil.example/">`,
  `<link rel=stylesheet href="https://evil.example/x.css">`,
  `<style>*{background:url(https://evil.example/x)}</style>`,
  `<template><script>${CANARY}</script></template>`,
  `<xmp><script>${CANARY}</script></xmp>`,
  `<noscript><p title="</noscript><img src=x onerror=${CANARY}>">`,
];
/** What they may stand in, to get out of it. */
const WRAPS: ((script: string) => string)[] = [
  (script) => script,
  (script) => `"'>${script}`,
  (script) => `</script>${script}`,
  (script) => `--></title></textarea></style>${script}`,
  (script) => `{{constructor.constructor('${CANARY}')()}}\${${CANARY}}${script}`,
  (script) => `\u202e${script}\u2066\u200b`,
  (script) => script.replaceAll('<', '\uff1c').replaceAll('>', '\uff1e'),
  (script) => script.toUpperCase().replaceAll('CANARY', 'canary'),
  (script) => `&lt;/bdi&gt;</bdi></strong></h1>${script}`,
  (script) => `javascript:${CANARY}//${script}`,
];
const HOSTILE = WRAPS.flatMap((wrap) => SCRIPTS.map(wrap));

const main = (one: Person) => one.page.locator('button.main');

/** Nothing ran, nothing was tried that a policy had to forbid, and nothing was asked of anybody else. */
async function expectCalm(one: Person): Promise<void> {
  expect(await one.page.evaluate(() => (globalThis as { canary?: number }).canary)).toBeUndefined();
  expect(one.complaints).toEqual([]);
  const { port } = new URL(stage.url);
  const own = new RegExp(`^(?:blob:)?http://(?:localhost|127\\.0\\.0\\.1):${port}/`);
  expect(one.sent.filter((request) => !own.test(request))).toEqual([]);
  await one.context.close();
}

it('there are 200 strings, each another one', () => {
  expect(new Set(HOSTILE).size).toBe(200);
});

it.each(['server', 'e2e'] as const)(
  'run nowhere in a room that is sealed by %s: as its name, authors and messages',
  async (encryption) => {
    const name = HOSTILE[0]!;
    const { roomUrl } = await stage.owner.rooms.create({ name, encryption });
    const room = await stage.owner.rooms.open(roomUrl);
    for (const text of HOSTILE) await room.post({ text, author: text.slice(0, 80) });
    const reader = await stage.person();
    await reader.page.goto(roomUrl);
    await main(reader).getByText('Enter the room').click();
    for (let shown = 40; shown < 200; shown += 40) {
      await expect.poll(() => reader.page.locator('.messages li').count()).toBe(shown);
      await reader.page.getByText('Earlier messages').click();
    }
    await expect.poll(() => reader.page.locator('.messages li').count()).toBe(200);
    const shown = await reader.page.locator('.messages li > bdi').allTextContents();
    expect(shown).toEqual(HOSTILE);
    await expectCalm(reader);
  },
);

it('run nowhere as a secret or a text', async () => {
  for (const text of [HOSTILE.join('\n')]) {
    const { secretUrl } = await stage.owner.secrets.create({ secret: text });
    const { shareUrl } = await stage.owner.transfers.create({ type: 'text', text });
    for (const link of [secretUrl, shareUrl]) {
      const reader = await stage.person();
      await reader.page.goto(link);
      await main(reader).click();
      await reader.page.locator('.value').waitFor();
      const show = reader.page.getByRole('button', { name: 'Show' });
      if ((await show.count()) > 0) await show.click();
      expect(await reader.page.locator('.value').textContent()).toBe(text);
      await expectCalm(reader);
    }
  }
});

it('run nowhere as a file name, title or label', async () => {
  const reader = await stage.person();
  for (const hostile of HOSTILE.filter((_, i) => i % 20 === Math.floor(i / 20))) {
    const { shareUrl } = await stage.owner.transfers.create({
      type: 'file',
      file: new Blob(['<script>parent.canary=1</script>'], { type: 'text/html' }),
      fileName: hostile.replaceAll(/[/\\\p{C}]/gu, '_').slice(0, 200),
      mediaType: 'text/html',
      encryption: 'server',
    });
    const { requestUrl } = await stage.owner.requests.create({ title: hostile.replaceAll(/\p{C}/gu, '') });
    const { dropUrl } = await stage.owner.drops.create({ label: hostile.replaceAll(/\p{C}/gu, '') });
    for (const link of [shareUrl, requestUrl, dropUrl]) {
      await reader.page.goto(link);
      await main(reader).waitFor();
    }
    await reader.page.goto(shareUrl);
    await main(reader).click();
    await reader.page.getByText('The file is here').waitFor();
  }
  await expectCalm(reader);
});

/** What runs where a browser takes it for what it says it is. */
const CONTENTS: [type: string, content: string][] = [
  [
    'image/svg+xml',
    `<svg xmlns="http://www.w3.org/2000/svg" onload="parent.canary=1"><script>${CANARY}</script></svg>`,
  ],
  ['text/html', '<!doctype html><script>parent.canary=1;opener.canary=1</script>'],
  ['application/xhtml+xml', `<html xmlns="http://www.w3.org/1999/xhtml"><script>${CANARY}</script></html>`],
  [
    'multipart/related',
    `Content-Type: multipart/related; boundary=x\n\n--x\nContent-Type: text/html\n\n<script>${CANARY}</script>\n--x--`,
  ],
  ['application/pdf', `%PDF-1.4\n1 0 obj<</OpenAction<</S/JavaScript/JS(${CANARY})>>>>endobj`],
  ['image/gif', `GIF89a/*<script>${CANARY}</script>*/=1;${CANARY}`],
];
const NAMES = [
  'invoice\u202egpj.exe',
  'a\r\nSet-Cookie: x=1\r\n\r\n<script>1</script>.html',
  '<img src=x onerror="globalThis.canary=1">.svg',
  '"><svg onload=globalThis.canary=1>.svg',
  '\u2066\u2069\u200f\u061cphoto.html',
  '../../../../etc/passwd',
  'CON.html',
  `${'a'.repeat(240)}.html`,
  'javascript:globalThis.canary=1',
  '.htaccess\u0000.svg',
];
const FILES = CONTENTS.flatMap(([mediaType, content]) =>
  NAMES.map((fileName) => ({ mediaType, fileName, file: new Blob([content], { type: mediaType }) })),
);

it('60 files run nowhere in a room: by their names, or downloaded', async () => {
  expect(FILES).toHaveLength(60);
  const { roomUrl } = await stage.owner.rooms.create({ name: 'War room' });
  const room = await stage.owner.rooms.open(roomUrl);
  // Those that the SDK takes, as what seals them would.
  const taken = (name: string) => name.replaceAll(/[/\\]/g, '／').replaceAll(/\p{Cc}/gu, '␍');
  for (const { file, mediaType, fileName } of FILES) {
    await room.send(file, { mediaType, fileName: taken(fileName) });
  }
  const reader = await stage.person();
  await reader.page.goto(roomUrl);
  await main(reader).getByText('Enter the room').click();
  await expect.poll(() => reader.page.locator('.messages li').count()).toBe(40);
  await reader.page.getByText('Earlier messages').click();
  await expect.poll(() => reader.page.locator('.messages li').count()).toBe(60);
  const fetched = new Set<string>();
  reader.page.on(
    'response',
    (response) => void (response.url().includes('/files/') && fetched.add(response.url())),
  );
  for (const button of await reader.page.locator('.messages li button').all()) await button.press('Enter');
  await expect.poll(() => fetched.size).toBe(60);
  await expect.poll(() => reader.page.locator('.messages [aria-disabled=true]').count()).toBe(0);
  await expectCalm(reader);
});

it('60 files run nowhere where they are chosen to be sent', async () => {
  const { requestUrl } = await stage.owner.requests.create({ title: 'Papers' });
  const { dropUrl } = await stage.owner.drops.create({ label: 'Hints' });
  for (const link of [requestUrl, dropUrl]) {
    const sender = await stage.person();
    await sender.page.goto(link);
    const chosen = FILES.map(({ fileName, mediaType }) => ({
      ...{ name: fileName, mimeType: mediaType, buffer: Buffer.from('x') },
    }));
    await sender.page.locator('input[type=file]').first().setInputFiles(chosen);
    await expect.poll(() => sender.page.locator('.files li').count()).toBe(60);
    await expectCalm(sender);
  }
});

it('60 files run nowhere by their own links, whatever the service says of their names', async () => {
  const reader = await stage.person();
  let fileName = '';
  await reader.page.route(/\/public\/transfers\/\w+(?:\/open)?$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), fileName } });
  });
  for (const { file, ...about } of FILES) {
    ({ fileName } = about);
    const { shareUrl } = await stage.owner.transfers.create({
      ...{ type: 'file', file, fileName: 'a', mediaType: about.mediaType, encryption: 'server' },
    });
    await reader.page.goto(shareUrl);
    await main(reader).click();
    await reader.page.getByText('The file is here').waitFor();
  }
  await expectCalm(reader);
});
