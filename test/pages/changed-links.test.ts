import { openLink } from '@tempshare/sdk/open';
import { describe, expect, it } from 'vitest';
import { creators, main, says, setStage, usePeople } from './stage.ts';

const stage = await setStage();
const person = usePeople();

describe('a link that was changed on its way', () => {
  const create = async () => (await stage.owner.secrets.create({ secret: 'x' })).secretUrl;

  it.each([
    ['%23 for #', (link: string) => link.replace('#', '%23')],
    ['%2523 for #', (link: string) => link.replace('#', '%2523')],
    ['a full stop behind it', (link: string) => link.replace('#', '.#')],
    ['parameters of a mail program', (link: string) => link.replace('#', '?utm_source=mail#')],
    ['a blank in its key', (link: string) => link.replace(/.{9}$/, ' $&')],
    ['a soft hyphen in its key', (link: string) => link.replace(/.{9}$/, '\u00ad$&')],
    ['a _ behind its key', (link: string) => `${link}_`],
    ['#/ before its key', (link: string) => link.replace('#', '#/')],
    ['two slashes before its path', (link: string) => link.replace('/en/', '//en/')],
    ['a capital in its kind', (link: string) => link.replace('/secret/', '/Secret/')],
    ['a zero-width space in its id', (link: string) => link.replace(/.{9}#/, '\u200b$&')],
    ['%23/ before its key', (link: string) => link.replace('#', '%23/')],
  ])('opens with %s', async (_, change) => {
    const reader = await person(change(await create()));
    await main(reader).getByText('Open and destroy').click();
    await says(reader, 'It has been deleted from the server.');
  });

  it.each(['text', 'request', 'room', 'drop'])('is passed on as it was made, for a %s', async (kind) => {
    const link = await creators(stage)[kind]!();
    const bent = `${link.replace('/en/', '//EN/').replace(/.{9}$/, '\u00ad$&')}_`;
    const reader = await person(undefined, { permissions: ['clipboard-read', 'clipboard-write'] });
    await reader.page.goto(bent);
    await main(reader).waitFor();
    if (kind === 'room') await main(reader).click();
    await reader.page.getByText('QR code and sharing').click();
    await reader.page.getByRole('button', { name: 'Copy the link' }).click();
    await reader.page.getByRole('status').getByText('Copied').waitFor();
    expect(await reader.page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await reader.page.getByLabel('Language').selectOption('de');
    await expect.poll(() => new URL(reader.page.url()).pathname).toMatch(/^\/de\//);
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
    await says(reader, 'It has been deleted from the server.');
  });

  it('says so with another key, before anything is consumed', async () => {
    const link = await create();
    const reader = await person(link.replace(/#.{8}/, '#AAAAAAAA'));
    await main(reader).getByText('Open and destroy').click();
    await says(reader, 'This link is not complete');
    expect(await openLink(link)).toEqual({ kind: 'secret', secret: 'x' });
  });
});
