import { eventTypes } from '@tempshare/contract';
import { expect, it } from 'vitest';
import { markdown, section, tableRows } from '../support/docs/readme-blocks.ts';

it('docs/webhooks.md says when each event of the contract is sent, in its order', () => {
  const rows = tableRows(section(markdown('docs/webhooks.md'), 'Registering'));
  const table =
    'docs/webhooks.md, "Registering": one row for each event, in the order of `webhooks` in openapi/openapi.yaml';
  expect(
    rows.map(([event]) => event),
    table,
  ).toEqual(eventTypes.map((type) => `\`${type}\``));
});
