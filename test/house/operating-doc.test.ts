import { expect, it } from 'vitest';
import { SSL_MODES } from '../../server/src/storage/connection.ts';
import { markdown, section } from '../support/docs/readme-blocks.ts';

const text = markdown('docs/operating.md');

it('docs/operating.md explains every sslmode', () => {
  for (const mode of SSL_MODES)
    expect(section(text, 'A PostgreSQL of your own')).toMatch(new RegExp(`^\\| \`${mode}\``, 'm'));
});
