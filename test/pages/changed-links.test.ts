import { openLink } from '@tempshare/sdk/open';
import { describe, expect, it } from 'vitest';
import { main, says, setStage, usePeople } from './stage.ts';

const stage = await setStage();
const person = usePeople();

describe('a link that was changed on its way', () => {
  const create = async () => (await stage.owner.secrets.create({ secret: 'x' })).secretUrl;

  it.each([
    ['%23 for #', (link: string) => link.replace('#', '%23')],
    ['%2523 for #', (link: string) => link.replace('#', '%2523')],
    ['a full stop behind it', (link: string) => link.replace('#', '.#')],
    ['parameters of a mail program', (link: string) => link.replace('#', '?utm_source=mail#')],
  ])('opens with %s', async (_, change) => {
    const reader = await person(change(await create()));
    await main(reader).getByText('Open and destroy').click();
    await says(reader, 'The server no longer has it.');
  });

  it.each([
    ['nothing behind its #', (link: string) => link.replace(/#.*/, '')],
    ['half a key', (link: string) => link.slice(0, -9)],
  ])('says that it is not complete with %s, and leaves the secret where it is', async (_, change) => {
    const link = await create();
    const reader = await person(change(link));
    await says(reader, 'This link is not complete');
    expect(await openLink(link)).toEqual({ kind: 'secret', secret: 'x' });
  });

  it('opens when the whole one is put in its place in the same tab', async () => {
    const link = await create();
    const reader = await person(link.slice(0, -9));
    await says(reader, 'This link is not complete');
    await reader.page.evaluate((whole) => location.assign(whole), link);
    await main(reader).getByText('Open and destroy').click();
    await says(reader, 'The server no longer has it.');
  });

  it('says so with another key, before anything is consumed', async () => {
    const link = await create();
    const reader = await person(link.replace(/#.{8}/, '#AAAAAAAA'));
    await main(reader).getByText('Open and destroy').click();
    await says(reader, 'This link is not complete');
    expect(await openLink(link)).toEqual({ kind: 'secret', secret: 'x' });
  });
});
