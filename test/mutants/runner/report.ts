import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { RedTest } from './suite.ts';

/** `missed`: its own tests were green and no others ran. `stale`: it does not apply any more. */
export type Outcome = 'caught' | 'missed' | 'survived' | 'stale';

/** Result of a mutant. */
export interface Result {
  subject: string;
  name: string;
  file: string;
  outcome: Outcome;
  /** First red test, or the reason why there is none. */
  by: string;
  tests: RedTest[];
  seconds: number;
}

/** The results so far, in a file that a killed run leaves behind. */
export class Report {
  readonly #file: string | undefined;
  readonly results: Result[];

  constructor(file: string | undefined) {
    this.#file = file;
    this.results = file && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result[]) : [];
  }

  has(name: string): boolean {
    return this.results.some((result) => result.name === name);
  }

  add(result: Result): void {
    this.results.push(result);
    if (!this.#file) return;
    const fresh = `${this.#file}.fresh`;
    writeFileSync(fresh, `${JSON.stringify(this.results, undefined, 2)}\n`);
    renameSync(fresh, this.#file);
  }
}

const SAID: Record<Outcome, string> = {
  caught: '',
  missed: 'NOT CAUGHT by its tests. ',
  survived: 'SURVIVED. ',
  stale: 'STALE. ',
};

/** A table of results in Markdown, and how many there are of each outcome. */
export function toMarkdown(results: readonly Result[]): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const rows = results.map(
    ({ subject, name, outcome, by, seconds }) =>
      `| ${subject} | ${cell(name)} | ${cell(SAID[outcome] + by)} | ${Math.round(seconds)} |`,
  );
  const counts = [...Map.groupBy(results, ({ outcome }) => outcome)].map(
    ([outcome, same]) => `${same.length} ${outcome}`,
  );
  const head = ['| Subject | Mutant | Caught by | Seconds |', '| --- | --- | --- | ---: |'];
  return [...head, ...rows, '', `${results.length} mutants: ${counts.join(', ')}.`].join('\n');
}
