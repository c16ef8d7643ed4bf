import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sectionOf, upgradeNotes, withNotes } from '../generate/upgrade-notes.ts';

const migrations = [
  { name: '0070-pins', worksWith: '0066-a' },
  { name: '0071-index', worksWith: '0066-a' },
  { name: '0072-finish-pins', worksWith: '0070-pins', takesAway: 'the column secrets.pin' },
  { name: '0080-breaks' },
];
const published = [
  { version: '0.2.0', newest: '0066-a' },
  { version: '0.3.0', newest: '0071-index' },
  { version: '0.4.0', newest: '0072-finish-pins' },
  { version: '0.5.0', newest: '0072-finish-pins' },
  { version: '1.0.0', newest: '0080-breaks' },
];
const notes = (version: string) => upgradeNotes(migrations, published, version);

describe('the upgrade notes of a version', () => {
  it.each([
    [
      '0.2.0',
      '- The first start migrates the schema. Servers of earlier versions do not work after that: stop them before, and keep a ' +
        'backup, which is the only way back.\n',
    ],
    [
      '0.3.0',
      '- The first start applies `0070-pins`, `0071-index`. Servers from 0.2.0 on run beside this one, and you can go back to them.\n',
    ],
    [
      '0.4.0',
      '- The schema does not change. Servers of the version before run beside this one, and you can go back to them.\n' +
        '- `admin migrate --finish` takes away the column secrets.pin (`0072-finish-pins`). After that there is no way back to ' +
        'versions before 0.3.0. The next version does it at its start.\n',
    ],
    [
      '0.5.0',
      '- The schema does not change. Servers of the version before run beside this one, and you can go back to them.\n' +
        '- The first start takes away the column secrets.pin (`0072-finish-pins`) unless you have finished the upgrade before, or ' +
        'older servers run.\n',
    ],
    [
      '1.0.0',
      '- The first start applies `0080-breaks`. Servers of earlier versions do not work after that: stop them before, and keep ' +
        'a backup, which is the only way back.\n',
    ],
  ])('%s say what runs beside it and how far back one can go', (version, expected) => {
    expect(notes(version)).toBe(`### Upgrade\n\n${expected}`);
  });

  it('go into its section of the changelog, once', () => {
    const changelog = '# @tempshare/server\n\n## 0.3.0\n\n### Minor Changes\n\n- New.\n\n## 0.2.0\n\nOld.\n';
    const added = withNotes(changelog, '0.3.0', notes('0.3.0'));
    expect(added).toBe(changelog.replace('- New.\n', `- New.\n\n${notes('0.3.0')}`));
    expect(withNotes(added, '0.3.0', notes('0.3.0'))).toBe(added);
    expect(sectionOf(added, '0.2.0')).toBe('Old.');
    expect(withNotes('# @tempshare/server\n\n## 0.2.0\n\nOld.\n', '0.3.0', '### Upgrade\n')).toBe(
      '# @tempshare/server\n\n## 0.3.0\n\n### Upgrade\n\n## 0.2.0\n\nOld.\n',
    );
  });
});

it('the release notes have a section for each published package', () => {
  const printed = execFileSync(
    process.execPath,
    [join(import.meta.dirname, '../generate/release-notes.ts')],
    {
      encoding: 'utf8',
    },
  );
  expect([...printed.matchAll(/^## (@tempshare\/\w+) \d/gm)].map(([, name]) => name)).toEqual([
    '@tempshare/server',
    '@tempshare/cli',
    '@tempshare/mcp',
    '@tempshare/sdk',
    '@tempshare/testing',
  ]);
});
