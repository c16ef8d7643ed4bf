/** Stories of people who share scripts in place of words and files: nothing of it may run. */
import { expect, it } from 'vitest';
import { choose, main, openPerson, setStage, type Person } from './stage.ts';

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
/** Contexts that they try to leave. */
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

/** 200 strings. */
export const STRINGS = WRAPS.flatMap((wrap) => SCRIPTS.map(wrap));

/** Contents that run where a browser believes their type. */
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

/** 60 files. */
export const FILES = CONTENTS.flatMap(([mediaType, content]) =>
  NAMES.map((fileName) => ({ mediaType, fileName, file: new Blob([content], { type: mediaType }) })),
);

const stage = await setStage();

/** Expects that nothing ran, that no policy had to forbid anything, and that the page asked nobody else. */
async function expectCalm(one: Person): Promise<void> {
  expect(await one.page.evaluate(() => (globalThis as { canary?: number }).canary)).toBeUndefined();
  expect(one.complaints).toEqual([]);
  const { port } = new URL(stage.url);
  const own = new RegExp(`^(?:blob:)?http://(?:localhost|127\\.0\\.0\\.1):${port}/`);
  expect(one.sent.filter((request) => !own.test(request))).toEqual([]);
  await one.context.close();
}

/** Enters a room and loads all of its messages. */
async function enter(roomUrl: string, messages: number): Promise<Person> {
  const reader = await openPerson(roomUrl);
  await main(reader).getByText('Enter the room').click();
  for (let shown = 40; shown < messages; shown += 40) {
    await expect.poll(() => reader.page.locator('.messages li').count()).toBe(shown);
    await reader.page.getByText('Earlier messages').click();
  }
  await expect.poll(() => reader.page.locator('.messages li').count()).toBe(messages);
  return reader;
}

/** Tells the stories with these strings, titles and files. */
export function tellStories(titles: string[], files: typeof FILES, encryptions: ('server' | 'e2e')[]): void {
  it.each(encryptions)(
    'strings run nowhere in a room that is sealed by %s: as its name, authors and messages',
    async (encryption) => {
      const { roomUrl } = await stage.owner.rooms.create({ name: STRINGS[0]!, encryption });
      const room = await stage.owner.rooms.open(roomUrl);
      await Promise.all(STRINGS.map((text) => room.post({ text, author: text.slice(0, 80) })));
      const reader = await enter(roomUrl, STRINGS.length);
      const shown = await reader.page.locator('.messages li > bdi').allTextContents();
      expect(shown.sort()).toEqual(STRINGS.toSorted());
      await expectCalm(reader);
    },
  );

  it('strings run nowhere as a secret or a text', async () => {
    const text = STRINGS.join('\n');
    const { secretUrl } = await stage.owner.secrets.create({ secret: text });
    for (const link of [secretUrl, await stage.share({ type: 'text', text })]) {
      const reader = await openPerson(link);
      await main(reader).click();
      if (link === secretUrl) await reader.page.getByRole('button', { name: 'Show' }).click();
      await expect.poll(() => reader.page.locator('.value').textContent()).toBe(text);
      await expectCalm(reader);
    }
  });

  it('strings run nowhere as a file name, title or label', async () => {
    const reader = await openPerson();
    for (const hostile of titles) {
      const title = hostile.replaceAll(/\p{C}/gu, '');
      const { requestUrl } = await stage.owner.requests.create({ title });
      const { dropUrl } = await stage.owner.drops.create({ label: title });
      for (const link of [
        requestUrl,
        dropUrl,
        await stage.share({
          type: 'file',
          file: new Blob(['<script>parent.canary=1</script>'], { type: 'text/html' }),
          fileName: hostile.replaceAll(/[/\\\p{C}]/gu, '_').slice(0, 200),
          mediaType: 'text/html',
          encryption: 'server',
        }),
      ]) {
        await reader.page.goto(link);
        await main(reader).waitFor();
      }
      await main(reader).click();
      await reader.page.getByText('Download complete').waitFor();
    }
    await expectCalm(reader);
  });

  it('files run nowhere in a room: by their names, or downloaded', async () => {
    const { url, room } = await stage.room();
    // The SDK takes no name with these characters; what is sealed elsewhere looks like this.
    const taken = (name: string) => name.replaceAll(/[/\\]/g, '／').replaceAll(/\p{Cc}/gu, '␍');
    for (const { file, mediaType, fileName } of files)
      await room.send(file, { mediaType, fileName: taken(fileName) });
    const reader = await enter(url, files.length);
    const fetched = new Set<string>();
    reader.page.on(
      'response',
      (response) => void (response.url().includes('/files/') && fetched.add(response.url())),
    );
    for (const button of await reader.page.locator('.messages li button').all()) await button.press('Enter');
    await expect.poll(() => fetched.size).toBe(files.length);
    await expect.poll(() => reader.page.locator('.messages [aria-disabled=true]').count()).toBe(0);
    await expectCalm(reader);
  });

  it('files run nowhere where they are chosen to be sent', async () => {
    const { requestUrl } = await stage.owner.requests.create({ title: 'Papers' });
    const { dropUrl } = await stage.owner.drops.create({ label: 'Hints' });
    for (const link of [requestUrl, dropUrl]) {
      const sender = await openPerson(link);
      await choose(
        sender,
        FILES.map(({ fileName, mediaType }) => ({
          ...{ name: fileName, mimeType: mediaType, buffer: Buffer.from('x') },
        })),
      );
      await expect.poll(() => sender.page.locator('.files li').count()).toBe(FILES.length);
      await expectCalm(sender);
    }
  });

  it('files run nowhere by their own links, whatever the service says of their names', async () => {
    const reader = await openPerson();
    let fileName = '';
    await reader.page.route(/\/public\/transfers\/\w+(?:\/open)?$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), fileName } });
    });
    for (const { file, ...about } of files) {
      ({ fileName } = about);
      await reader.page.goto(
        await stage.share({
          ...{ type: 'file', file, fileName: 'a', mediaType: about.mediaType, encryption: 'server' },
        }),
      );
      await main(reader).click();
      await reader.page.getByText('Download complete').waitFor();
    }
    await expectCalm(reader);
  });
}
