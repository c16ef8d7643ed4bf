import {
  isFinish,
  type Migration,
  type Release,
} from '../src/storage/postgres/migrations/migration-files.ts';

type Step = Pick<Migration, 'name' | 'worksWith' | 'takesAway'>;

/**
 * Writes the upgrade notes of a version in Markdown: its migrations, compatible versions, and what finishing removes.
 * @param published published versions including this one, oldest first
 */
export function upgradeNotes(
  migrations: readonly Step[],
  published: readonly Release[],
  version: string,
): string {
  const at = published.findIndex((release) => release.version === version);
  const brought = (i: number): Step[] =>
    migrations.filter(
      ({ name }) => name > (published[i - 1]?.newest ?? '') && name <= (published[i]?.newest ?? ''),
    );
  const own = brought(at);
  const start = own.filter(({ name }) => !isFinish(name));
  const paragraphs = [
    at === 0
      ? `The first start migrates the schema. ${NO_WAY_BACK}`
      : schemaNote(start, published.slice(0, at)),
    ...own.filter(({ name }) => isFinish(name)).map((step) => finishNote(step, published)),
    ...(at > 0
      ? brought(at - 1)
          .filter(({ name }) => isFinish(name))
          .map(dueNote)
      : []),
  ];
  return `### Upgrade\n\n${paragraphs.map((paragraph) => `- ${paragraph}\n`).join('')}`;
}

const NO_WAY_BACK =
  'Servers of earlier versions do not work after that: stop them before, and keep a backup, which is the only way back.';

/** Describes the migrations of a start and the versions that work after them. */
function schemaNote(start: readonly Step[], before: readonly Release[]): string {
  if (start.length === 0)
    return 'The schema does not change. Servers of the version before run beside this one, and you can go back to them.';
  const names = start.map(({ name }) => `\`${name}\``).join(', ');
  const needed = start
    .map(({ name, worksWith = name }) => worksWith)
    .sort()
    .at(-1) as string;
  const oldest = before.find(({ newest }) => needed <= newest);
  const beside = oldest
    ? `Servers from ${oldest.version} on run beside this one, and you can go back to them.`
    : NO_WAY_BACK;
  return `The first start applies ${names}. ${beside}`;
}

const finishNote = (
  { name, worksWith = name, takesAway = '' }: Step,
  published: readonly Release[],
): string =>
  `\`admin migrate --finish\` takes away ${takesAway} (\`${name}\`). After that there is no way back to versions before ` +
  `${published.find(({ newest }) => worksWith <= newest)?.version}. The next version does it at its start.`;

const dueNote = ({ name, takesAway = '' }: Step): string =>
  `The first start takes away ${takesAway} (\`${name}\`) unless you have finished the upgrade before, or older servers run.`;

/** Returns the section of a version in a changelog, without its heading. */
export function sectionOf(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((each) => each.split('\n', 1)[0] === version);
  return section?.slice(version.length).trim();
}

/** Adds notes to a version's section, after those of changesets. */
export function withNotes(changelog: string, version: string, notes: string): string {
  const heading = `## ${version}\n`;
  if (!changelog.includes(heading)) return changelog.replace(/^(# .*\n)/, `$1\n${heading}\n${notes}`);
  const [before, after = ''] = changelog.split(heading) as [string, string?];
  if (sectionOf(changelog, version)?.includes('### Upgrade')) return changelog;
  const end = after.search(/^## /m);
  const section = (end < 0 ? after : after.slice(0, end)).trimEnd();
  return `${before}${heading}${section}\n\n${notes}${end < 0 ? '' : `\n${after.slice(end)}`}`;
}
