import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Person } from './stage.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules of WCAG 2.2 AA that the page breaks now, in a language and a colour scheme. */
export async function violations(
  { page }: Person,
  locale = 'en',
  colorScheme: 'light' | 'dark' = 'light',
): Promise<string[]> {
  // Pages without a link have no script.
  if (locale !== (await page.locator('html').getAttribute('lang')))
    await page.locator('.languages').selectOption(locale);
  await page.locator(`html[lang=${locale}]`).waitFor();
  await page.emulateMedia({ colorScheme });
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const { violations: found } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'],
    }),
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
