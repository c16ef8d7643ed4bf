import { expect, it } from 'vitest';
import { linkToken, PASSWORD } from '../support/panel/person.ts';
import { button, clipboard, setTeam } from './panel-people.ts';
import { main, says, usePeople, type Person } from './stage.ts';

const team = await setTeam();
const people = usePeople();

let clicks = 0;

/** Opens a browser whose clicks are counted, but for those that a key makes. */
async function openCounted(): Promise<Person> {
  const one = await people(undefined, { permissions: ['clipboard-read', 'clipboard-write'] });
  await one.context.exposeFunction('countClick', () => void (clicks += 1));
  await one.context.addInitScript(() => {
    const { countClick } = globalThis as unknown as { countClick: () => void };
    addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && countClick(), true);
  });
  return one;
}

it('from the set-up link to a secret that somebody else reads it takes five clicks', async () => {
  const { accountId } = team;
  const token = await linkToken(team, { purpose: 'set-up', accountId });
  const one = await openCounted();
  await one.page.goto(`${team.url}/set-up?token=${token}`);
  await one.page.getByLabel('E-mail').click();
  for (const text of [`owner-${Date.now()}@example.com`, 'Ada Lovelace', PASSWORD]) {
    await one.page.keyboard.type(text);
    await one.page.keyboard.press('Tab');
  }
  await main(one).click();
  await says(one, 'Send something');
  await one.page.evaluate(() => navigator.clipboard.writeText('hunter2-lantern'));
  await one.page.keyboard.press('Control+v');
  await button(one, 'Create link').click();
  await one.page.locator('pre:focus').waitFor();
  await one.page.keyboard.press('Control+c');
  await one.page.getByRole('status').getByText('Copied').waitFor();

  const recipient = await openCounted();
  await recipient.page.goto(await clipboard(one));
  await main(recipient).click();
  await button(recipient, 'Show').click();
  await recipient.page.getByText('hunter2-lantern').waitFor();
  expect(clicks).toBe(5);
});
