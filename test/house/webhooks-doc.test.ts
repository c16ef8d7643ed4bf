import { eventTypes } from '@tempshare/contract';
import { expect, it } from 'vitest';
import { markdown, section, tableRows } from '../support/docs/readme-blocks.ts';

it('docs/webhooks.md says when each event of the contract is sent, in its order', () => {
  const rows = tableRows(section(markdown('docs/webhooks.md'), 'Registering'));
  expect(rows.map(([event]) => event)).toEqual(eventTypes.map((type) => `\`${type}\``));
});
