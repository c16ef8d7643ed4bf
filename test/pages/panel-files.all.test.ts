import { limits } from '@tempshare/contract';
import { expect, it } from 'vitest';
import { card, MIB, useSending } from './panel-files.ts';
import { button, copyLink, dialog } from './panel-people.ts';

const { gate, sender, give, opened } = await useSending();

it('a file of exactly 25 MiB arrives as it was, though its line broke in the middle', async () => {
  const one = await sender();
  const [sum] = await give(one, ['largest.bin', limits.fileBytes]);
  gate.setLine('cut-once', 12 * MIB);
  await button(one, 'Create link').click();
  await one.page.getByRole('heading', { name: 'Your link is ready' }).waitFor();
  expect(gate.uploads.length).toBeGreaterThan(1);
  expect(await opened(one, 'largest.bin')).toBe(sum);
});

it('a file that arrived though nobody heard of it is not sent again', async () => {
  const one = await sender();
  await one.page.getByLabel('Text, secret or link').fill('goes with it');
  const [sum] = await give(one, ['unheard.bin', 2 * MIB]);
  gate.setLine('deaf');
  await button(one, 'Create 2 links').click();
  const unsent = card(one, 'unheard.bin');
  await unsent.getByText('Not sent').waitFor();
  gate.setLine('open');
  await unsent.getByRole('button', { name: 'Try again' }).click();
  await unsent.locator('pre').first().waitFor();
  expect(gate.uploads).toHaveLength(1);
  expect(await opened(one, 'unheard.bin')).toBe(sum);
});

it('of three files at once each arrives as it was, and what was cancelled is still there to be sent', async () => {
  const one = await sender();
  const names = ['a.bin', 'b.bin', 'c.bin'];
  const sums = await give(one, ...names.map((name, at): [string, number] => [name, 2 * MIB + at]));
  const label = one.page.getByLabel('Label (optional)');
  await label.fill('Three of them');
  gate.setLine('held', MIB);
  await button(one, 'Create 3 links').click();
  await expect.poll(() => gate.held).toBe(1);
  await button(one, 'Cancel').click();
  // Nothing has arrived: the draft is as it was.
  await button(one, 'Create 3 links').waitFor();
  expect(await label.inputValue()).toBe('Three of them');
  gate.setLine('open');
  await button(one, 'Create 3 links').click();
  await one.page.getByRole('heading', { name: 'Your links are ready' }).waitFor();
  for (const [at, name] of names.entries()) expect(await opened(one, name)).toBe(sums[at]);
});

it('what was not sent asks before it is left, and goes back into the draft', async () => {
  const one = await sender();
  await one.page.getByLabel('Text, secret or link').fill('goes with it');
  await give(one, ['left.bin', MIB]);
  await one.page.getByLabel('Password (optional)').fill('azalea');
  gate.setLine('held', MIB / 2);
  await button(one, 'Create 2 links').click();
  await expect.poll(() => gate.held).toBe(1);
  await button(one, 'Cancel').click();
  await card(one, 'left.bin').getByText('Not sent').waitFor();
  gate.setLine('open');
  await copyLink(one);
  await one.page.getByRole('link', { name: 'API keys' }).click();
  await dialog(one).getByText('What you entered here will be lost.').waitFor();
  await button(one, 'Stay here').click();
  await button(one, 'Send another').click();
  await one.page.getByText('left.bin').waitFor();
  expect(await one.page.getByLabel('Password (optional)').inputValue()).toBe('azalea');
  expect(await one.page.getByLabel('Text, secret or link').inputValue()).toBe('');
});
