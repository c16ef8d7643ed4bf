import { expect, it } from 'vitest';
import { card, MIB, progress, useSending } from './panel-files.ts';
import { button } from './panel-people.ts';

const { gate, sender, give, opened, announced } = await useSending();

it('a file whose line broke in the middle goes on in its place, shows how far it is, and can be cancelled', async () => {
  const one = await sender();
  await one.page.getByLabel('Text, secret or link').fill('goes with it');
  const [sum] = await give(one, ['broken.bin', 1.5 * MIB]);
  gate.setLine('cut', MIB / 2);
  await button(one, 'Create 2 links').click();
  const unsent = card(one, 'broken.bin');
  await unsent.getByText('Not sent').waitFor();
  expect(gate.uploads.length).toBeGreaterThan(0);

  gate.setLine('held', MIB / 2);
  const again = unsent.getByRole('button', { name: 'Try again' });
  await again.click();
  await expect.poll(() => gate.held).toBe(1);
  await expect.poll(() => progress(one, 'broken.bin')).toBeGreaterThan(0.3);
  await unsent.getByRole('button', { name: 'Cancel' }).click();
  await unsent.getByText('Not sent').waitFor();
  await again.and(one.page.locator(':focus')).waitFor();

  gate.setLine('open');
  await again.click();
  await unsent.locator('pre:focus').waitFor();
  expect(await opened(one, 'broken.bin')).toBe(sum);
  expect(await announced()).toBe(1);
});
