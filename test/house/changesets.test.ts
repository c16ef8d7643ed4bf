import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/server/server-process.ts';

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' });
const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);

/** The commit from which the changes of this checkout begin; undefined where that is not known, as in an archive. */
function base(): string | undefined {
  if (!existsSync(join(ROOT, '.git'))) return undefined;
  try {
    return git('merge-base', 'HEAD', 'origin/main').trim();
  } catch {
    return undefined;
  }
}

/** The files that differ from a commit, those that are not committed among them. */
const changedSince = (commit: string): string[] => [
  ...linesOf(git('diff', '--name-only', commit)),
  ...linesOf(git('ls-files', '--others', '--exclude-standard')),
];

const packages = globSync('packages/*/package.json', { cwd: ROOT }).flatMap((file) => {
  const { name, private: isPrivate } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as {
    name: string;
    private?: true;
  };
  return isPrivate ? [] : [{ name, folder: dirname(file) }];
});

/** Whether a change of a file is one of the package as users have it. */
const isPublished = (file: string, folder: string): boolean =>
  file.startsWith(`${folder}/`) &&
  !/\/(test|build)\/|CHANGELOG\.md$|tsconfig\.json$/.test(file.slice(folder.length));

/** A changeset for what users do not notice, as `npx changeset --empty` makes it. */
const IS_EMPTY = /^---\s*---/;

/** The packages that have changed, and whose users are not told of it. */
function untold(changed: readonly string[], textOf: (file: string) => string): string[] {
  const changesets = changed.filter((file) => /^\.changeset\/[\w-]+\.md$/.test(file)).map(textOf);
  return packages
    .filter(({ folder }) => changed.some((file) => isPublished(file, folder)))
    .filter(({ folder }) => !changed.includes(`${folder}/CHANGELOG.md`))
    .filter(({ name }) => !changesets.some((text) => text.includes(name) || IS_EMPTY.test(text)))
    .map(({ name }) => name);
}

it('a change of a published package has a changeset, or a line in its CHANGELOG.md until it is published', ({
  skip,
}) => {
  const commit = base();
  if (commit === undefined) return skip('needs the history of the repository');
  const changed = changedSince(commit);
  expect(
    untold(changed, (file) => (existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : '')),
  ).toEqual([]);
});

it.each<[string, string[], string[]]>([
  ['a source', ['packages/sdk/src/client.ts'], ['@tempshare/sdk']],
  ['a generated source', ['packages/testing/src/gen/document.ts'], ['@tempshare/testing']],
  ['a page of the package', ['packages/mcp/README.md'], ['@tempshare/mcp']],
  ['tests alone', ['packages/sdk/test/client.test.ts', 'server/src/app.ts'], []],
  ['a private package', ['packages/web/src/start.tsx', 'packages/contract/src/index.ts'], []],
  ['a source, and its changelog', ['packages/sdk/src/client.ts', 'packages/sdk/CHANGELOG.md'], []],
  ['a source, and a changeset', ['packages/sdk/src/client.ts', '.changeset/red-cat.md'], []],
  [
    'a source, and a changeset of another',
    ['packages/mcp/src/main.ts', '.changeset/red-cat.md'],
    ['@tempshare/mcp'],
  ],
])('a change of %s asks for one where users notice it', (_, changed, expected) => {
  expect(untold(changed, () => `---\n'@tempshare/sdk': minor\n---\n\nA cat.\n`)).toEqual(expected);
});

it('a changeset that is empty on purpose will do', () => {
  expect(untold(['packages/sdk/src/client.ts', '.changeset/red-cat.md'], () => '---\n---\n')).toEqual([]);
});
