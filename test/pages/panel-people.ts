/** People at the panel, with a browser. */
import type { Role } from '@tempshare/contract/account';
import { expect } from 'vitest';
import { join, newAccount, type Person as Signed, type Place } from '../support/panel/person.ts';
import { sharedServers } from '../support/server/servers.ts';
import { openPerson, type Person } from './stage.ts';

/** A text of a person as a sentence isolates it. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

/** A team of its own on the servers that all files share. */
export async function setTeam() {
  const { processes, database } = await sharedServers();
  return teamAt({ url: processes[0].url, database });
}

/** A team of its own on this server. */
export async function teamAt(place: Place) {
  const accountId = await newAccount(place);
  return {
    ...place,
    accountId,
    /** Lets a person of this role join, without a page. */
    join: (role: Role): Promise<Signed> => join(place, role, accountId),
  };
}

/** Opens the browser of somebody who is signed in. */
export async function openSigned(
  person: Signed,
  address: string,
  open: typeof openPerson = openPerson,
): Promise<Person> {
  const one = await open(undefined, { permissions: ['clipboard-read', 'clipboard-write'] });
  const [name, value] = person.cookie!.split('=') as [string, string];
  await one.context.addCookies([{ name, value, url: new URL(address).origin }]);
  await one.page.goto(address);
  return one;
}

/** Lets the page know that the person is back in this tab. */
export const comesBack = ({ page }: Person) => page.evaluate(() => dispatchEvent(new Event('focus')));

/** All that the tab keeps beyond this document: storage, caches and the entries of its history. */
export const kept = ({ page }: Person) =>
  page.evaluate(async () => {
    const { navigation } = globalThis as { navigation?: { entries: () => { url: string }[] } };
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      history.state,
      location.href,
      document.title,
      document.cookie,
      ...(navigation?.entries() ?? []).map(({ url }) => url),
      await indexedDB.databases(),
      await caches.keys(),
    ]);
  });

/** Copies the first link of a page that shows what was made: one that has not been copied keeps the page from being left. */
export async function copyLink({ page }: Person): Promise<void> {
  const link = page.locator('main .copyable').first();
  await link.getByRole('button', { name: 'Copy', exact: true }).click();
  await link.getByRole('status').getByText('Copied').waitFor();
}

/** Waits until the page is at an address: a page that was just told to go there may still be on its way. */
export const isAt = ({ page }: Person, address: string) => expect.poll(() => page.url()).toBe(address);

/** Types into the field that takes the focus as soon as it is there. */
export async function typeInto({ page }: Person, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(text);
}

/** Text in the clipboard. */
export const clipboard = ({ page }: Person) => page.evaluate(() => navigator.clipboard.readText());

/** The address of a server by the name at which browsers have passkeys. */
export const byName = (url: string): string => url.replace('127.0.0.1', 'localhost');

/** Gives the browser a device that keeps passkeys. Returns a function that says whether the person lets it verify them. */
export async function givePasskeyDevice({
  page,
  context,
}: Person): Promise<(isVerified: boolean) => Promise<unknown>> {
  const devices = await context.newCDPSession(page);
  await devices.send('WebAuthn.enable');
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return (isUserVerified) => devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
}

/** Lets more than ten minutes pass since somebody entered their password. */
export const forgetConfirmation = async (
  { database }: Pick<Awaited<ReturnType<typeof setTeam>>, 'database'>,
  email: string,
): Promise<void> => {
  await database.query(
    `UPDATE user_sessions SET confirmed_at = confirmed_at - interval '1 hour'
     WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
};

/** Parts of a page of the panel. */
export const button = ({ page }: Person, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
export const dialog = ({ page }: Person) => page.getByRole('dialog');
export const row = ({ page }: Person, name: string) => page.getByRole('row').filter({ hasText: name });
