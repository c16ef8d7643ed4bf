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
