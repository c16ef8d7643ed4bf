/** Records which operations, properties and statements the scenarios of a run have reached, over all processes. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { OperationId } from '@tempshare/contract';
import { ROOT } from '../server/server-process.ts';
import type { Sent } from '../statements/recorder.ts';
import type { ContractCheck } from './check.ts';
import { recorder } from './server.ts';

/** The part of a suite of Vitest that coverage needs. */
interface Suite {
  name: string;
  file: { filepath: string };
  tasks: readonly { mode: string; tasks?: Suite['tasks'] }[];
}

/** The coverage of one file of scenarios on one target, such as `the mock`. */
interface Record {
  file: string;
  target: string;
  /** True if a filter or an earlier failure left out none of its tests. */
  whole: boolean;
  seen: [OperationId, number[]][];
  properties: string[];
  headers: string[];
}

/** The folder of this run. `.config/vitest.config.ts` names it, so that all processes find it. */
const folder = join(process.env.TEST_RUN_DIR!, 'coverage');

/** Writes down the coverage of a file of scenarios at its end. */
export function recordCoverage(suite: Suite, check: ContractCheck): void {
  const file = basename(suite.file.filepath);
  const record: Record = {
    ...{ file, target: suite.name, whole: isWhole(suite.tasks) },
    seen: [...check.seen].map(([id, statuses]) => [id, [...statuses]]),
    properties: [...check.properties],
    headers: [...check.headers],
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${suite.name} ${file}.json`), JSON.stringify(record));
  writeFileSync(join(folder, `statements ${process.pid}.json`), JSON.stringify(recorder.statements));
}

function isWhole(tasks: Suite['tasks']): boolean {
  return tasks.every(({ mode, tasks: inner = [] }) => mode !== 'skip' && isWhole(inner));
}

/** Returns the coverage of one target. It is not `whole` unless every file of scenarios ran with all its tests. */
export function coverageOf(target: string): {
  whole: boolean;
  seen: ReadonlySet<string>;
  properties: ReadonlySet<string>;
  headers: ReadonlySet<string>;
} {
  const records = globSync(`${target} *.json`, { cwd: folder }).map(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record,
  );
  return {
    whole: records.length === scenarioFiles().length && records.every(({ whole }) => whole),
    seen: new Set(
      records.flatMap(({ seen }) =>
        seen.flatMap(([id, statuses]) => statuses.map((status) => `${id} ${status}`)),
      ),
    ),
    properties: new Set(records.flatMap(({ properties }) => properties)),
    headers: new Set(records.flatMap(({ headers }) => headers)),
  };
}

/** Returns every statement that the servers of all processes sent, once, with all places that send it. */
export function sentStatements(): Sent[] {
  const statements = new Map<string, Sent>();
  for (const name of globSync('statements *.json', { cwd: folder }))
    for (const sent of JSON.parse(readFileSync(join(folder, name), 'utf8')) as Sent[]) {
      const sites = [...(statements.get(sent.sql)?.sites ?? []), ...sent.sites];
      statements.set(sent.sql, { ...sent, sites: [...new Set(sites)] });
    }
  return [...statements.values()];
}

function scenarioFiles(): string[] {
  return globSync('*.test.ts', { cwd: join(ROOT, 'test/contract/scenarios') });
}
