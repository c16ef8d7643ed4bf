import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setStage, type Person, type Stage } from './stage.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let stage: Stage;
beforeAll(async () => void (stage = await setStage()));
afterAll(() => stage.stop());

const main = (one: Person) => one.page.locator('button.main');

/** What WCAG 2.2 AA finds wrong on a page as it is now. */
async function violations({ page }: Person): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations: found } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }),
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

const bytes = Buffer.from('x');

/** Every page in every state that a person can bring it to. */
const STATES: Record<string, (one: Person, turn: (link: string) => string) => Promise<void>> = {
  'a secret, offered, wrongly guessed, opened and gone': async (one, turn) => {
    const { secretUrl } = await stage.owner.secrets.create({ secret: 'x', password: 'azalea' });
    await one.page.goto(turn(secretUrl));
    await main(one).waitFor();
    await expectNone(one);
    await one.page.locator('input').fill('magnolia');
    await main(one).click();
    await one.page.locator('.wrong', { hasText: /./ }).waitFor();
    await expectNone(one);
    await one.page.locator('input').fill('azalea');
    await main(one).click();
    await one.page.locator('.value').waitFor();
    await expectNone(one);
    await one.page.goto(turn(secretUrl));
    await one.page.reload();
    await one.page.locator('h1[tabindex]:focus').waitFor();
    await expectNone(one);
  },
  'a text, a link and a file': async (one, turn) => {
    const { transfers } = stage.owner;
    const text = await transfers.create({ type: 'text', text: 'x' });
    const url = await transfers.create({ type: 'url', targetUrl: 'https://xn--mnchen-3ya.example/' });
    const file = await transfers.create({ type: 'file', file: new Blob([bytes]), fileName: 'a.pdf' });
    for (const [{ shareUrl }, opened] of [
      [text, '.value'],
      [url, '.host'],
      [file, '.sum'],
    ] as const) {
      await one.page.goto(turn(shareUrl));
      await main(one).waitFor();
      await expectNone(one);
      await main(one).click();
      await one.page.locator(opened).waitFor();
      await expectNone(one);
    }
  },
  'a request with files and an inbox': async (one, turn) => {
    const { requestUrl, pin } = await stage.owner.requests.create({ title: 'Papers' });
    await one.page.goto(turn(requestUrl));
    await one.page
      .locator('input[type=file]')
      .first()
      .setInputFiles([{ name: 'a', mimeType: '', buffer: bytes }]);
    await expectNone(one);
    await one.page.locator('input[inputmode=numeric]').fill(pin);
    await main(one).click();
    await one.page.locator('.state').waitFor();
    await expectNone(one);
    const { dropUrl } = await stage.owner.drops.create({ label: 'Hints' });
    await one.page.goto(turn(dropUrl));
    await one.page.locator('textarea').fill('x');
    await expectNone(one);
    await main(one).click();
    await one.page.locator('textarea').waitFor({ state: 'detached' });
    await expectNone(one);
  },
  'a room, at its door and inside': async (one, turn) => {
    const { roomUrl } = await stage.owner.rooms.create({ name: 'War room' });
    await one.page.goto(turn(roomUrl));
    await main(one).waitFor();
    await expectNone(one);
    await main(one).click();
    await one.page.locator('textarea').fill('x');
    await main(one).click();
    await one.page.locator('.messages li').waitFor();
    await expectNone(one);
  },
};

const expectNone = async (one: Person): Promise<void> => expect(await violations(one)).toEqual([]);

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  describe.each(['en', 'ar'])('in %s', (locale) => {
    it.each(Object.entries(STATES))('%s breaks no rule of WCAG 2.2 AA', async (_, walk) => {
      const one = await stage.person({ colorScheme, bypassCSP: true, reducedMotion: 'reduce' });
      await walk(one, (link) => link.replace('/en/', `/${locale}/`));
      await one.context.close();
    });
  });
});
