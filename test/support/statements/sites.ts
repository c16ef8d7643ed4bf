/** Every place in `server/src` that sends a statement through a `Db`, as `file:line`. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { modules } from '../../../server/src/modules.ts';

const SOURCE = join(import.meta.dirname, '../../../server/src');

/** Files that use connections of their own, or no table with items: a start, a backup, the disk, keys. */
const APART =
  /^(?:admin\/.*|jobs\/boss|storage\/(?:(?:postgres|embedded|backup)\/.*|disk\/table-space|keys\/keyring-check))[.]ts$/;

/** Folders of features whose tables have no items, such as those of people: the rule says nothing of their statements. */
const WITHOUT_ITEMS = modules
  .filter(({ tables }) => Object.values(tables).every(({ item }) => item === null))
  .map(({ folder }) => `${folder}/`);

export function statementSites(): string[] {
  return globSync('**/*.ts', { cwd: SOURCE })
    .filter((file) => !APART.test(file) && !WITHOUT_ITEMS.some((folder) => file.startsWith(folder)))
    .flatMap(sitesIn);
}

function sitesIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(join(SOURCE, file), 'utf8'), ts.ScriptTarget.Latest);
  const sites: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name } = node.expression;
      if (['query', 'lookUp', 'build'].includes(name.text))
        sites.push(`${file}:${source.getLineAndCharacterOfPosition(name.getStart(source)).line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return sites;
}
