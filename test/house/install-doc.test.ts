import { expect, it } from 'vitest';
import { SSL_MODES } from '../../server/src/storage/postgres/connection.ts';
import { markdown, section } from '../support/docs/readme-blocks.ts';

const text = markdown('docs/install.md');

it('docs/install.md explains every sslmode', () => {
  for (const mode of SSL_MODES)
    expect(section(text, 'How do I use my own PostgreSQL?')).toMatch(new RegExp(`^\\| \`${mode}\``, 'm'));
});
