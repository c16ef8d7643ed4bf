/** Links of every kind that programs look at before a person opens one. */
import { openLink } from '@tempshare/sdk/open';
import { expect } from 'vitest';
import { creators, movedTo, openPerson, setStage } from './stage.ts';

const stage = await setStage();
const create = Object.values(creators(stage));

export async function createLinks(count: number): Promise<string[]> {
  const links: string[] = [];
  for (let i = 0; i < count; i += 1) links.push(await create[i % create.length]!());
  return links;
}

/** Expects that nobody has opened any of these links so far, and that each opens. */
export async function expectUnopened(links: string[]): Promise<void> {
  const { transfers } = await stage.owner.transfers.list({ limit: 100 });
  const seen = transfers.filter(({ id, views }) => views > 0 && links.some((link) => link.includes(id)));
  expect(seen).toEqual([]);
  for (const link of links) await openLink(link);
}

/** Lets a browser prefetch so many links of every kind, and prerender some; expects that none was opened. */
export async function fetchAhead(count: number): Promise<void> {
  const links = await createLinks(count);
  const reader = await openPerson();
  const rules = (eagerness: string, some: string[]) => ({ eagerness, urls: some });
  const speculation = {
    prefetch: [rules('immediate', links)],
    prerender: [rules('immediate', links.slice(0, create.length))],
  };
  const tags = links.map((link) => `<link rel="prefetch" href="${link}">`).join('');
  const body = `<!doctype html>${tags}<script type="speculationrules">${JSON.stringify(speculation)}</script>`;
  await reader.page.route('**/list', (route) => route.fulfill({ contentType: 'text/html', body }));
  const fetched = new Set<string>();
  reader.page.on(
    'response',
    (response) => void (response.ok() && fetched.add(response.url().split('#')[0]!)),
  );
  await reader.page.goto(movedTo(links[0]!, `${stage.url}/list`));
  await expect.poll(() => links.filter((link) => !fetched.has(link.split('#')[0]!))).toEqual([]);
  expect(reader.sent.filter((request) => /\/(?:open|reveal)\n/.test(request))).toEqual([]);
  await expectUnopened(links);
  await reader.context.close();
}
