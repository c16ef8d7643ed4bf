/**
 * Mutation check: `npm exec -c 'node test/mutants.ts'`. Applies one fault after another to a copy of the checkout and lists
 * the tests that turn red. The tests of a mutant run first; if none is red, `npm test` follows. Prints a Markdown table and
 * exits with 1 if a mutant was not caught. CI does not run it, because it takes an hour or more.
 *
 * Options:
 * - `--list`: names the mutants.
 * - `--check`: names the mutants that no longer apply to the sources.
 * - `--only WORD`: mutants of this subject, or with this word in the name.
 * - `--runs N`: a mutant counts as caught only if each of N runs catches it.
 * - `--of DIR`: mutates another checkout.
 * - `--whole`: runs `npm test` at once.
 * - `--quick`: runs only the tests of each mutant.
 * - `--report FILE`: writes results as JSON, and skips mutants that the file already has.
 * - `--sane`: runs the tests once without a mutant first.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { mutants, type ListedMutant } from './mutants/index.ts';
import { faultsOf, staleness } from './mutants/runner/check.ts';
import { Checkout } from './mutants/runner/checkout.ts';
import { endCommand } from './mutants/runner/processes.ts';
import { Report, toMarkdown, type Result } from './mutants/runner/report.ts';
import { runTests, type Verdict } from './mutants/runner/suite.ts';

const { values: options } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    runs: { type: 'string', default: '1' },
    of: { type: 'string', default: resolve(import.meta.dirname, '..') },
    whole: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    report: { type: 'string' },
    sane: { type: 'boolean', default: false },
  },
});
const source = resolve(options.of);
const runs = Number(options.runs);
if (!(Number.isInteger(runs) && runs > 0)) throw new Error('--runs takes a whole number above 0.');
if (options.whole && options.quick) throw new Error('--whole and --quick exclude each other.');

const ofSubject = mutants.filter(({ subject }) => subject === options.only);
const chosen = ofSubject.length > 0 ? ofSubject : mutants.filter(({ name }) => name.includes(options.only));

if (options.list) for (const { subject, name } of chosen) console.log(`${subject}: ${name}`);
else if (!check() || options.check) console.log(`${chosen.length} of ${mutants.length} mutants.`);
else await run();

/** Prints the faults of the list. Returns false if no mutant can run. */
function check(): boolean {
  const faults = faultsOf(mutants);
  for (const fault of faults) console.error(fault);
  const stale = chosen.filter((mutant) => staleness(source, mutant));
  for (const mutant of stale) console.error(`Stale: "${mutant.name}": ${staleness(source, mutant)}.`);
  if (faults.length + stale.length > 0) process.exitCode = 1;
  return faults.length === 0 && stale.length < chosen.length;
}

async function run(): Promise<void> {
  const report = new Report(options.report);
  const checkout = new Checkout();
  const end = (): void => {
    endCommand();
    checkout.remove();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      end();
      process.exit(1);
    });
  try {
    checkout.copy(source);
    await checkout.buildPages();
    const left = chosen.filter(({ name }) => !report.has(name));
    if (options.sane) await assertSane(checkout, left);
    for (const mutant of left) {
      const result = await resultOf(checkout, mutant);
      report.add(result);
      console.error(`${result.outcome}: ${result.name} (${Math.round(result.seconds)} s)`);
    }
  } finally {
    end();
  }
  const results = report.results.filter(({ name }) => chosen.some((mutant) => mutant.name === name));
  console.log(toMarkdown(results));
  if (results.some(({ outcome }) => outcome !== 'caught')) process.exitCode = 1;
}

async function resultOf(checkout: Checkout, mutant: ListedMutant): Promise<Result> {
  const { subject, name, file } = mutant;
  const stale = staleness(checkout.root, mutant);
  if (stale !== undefined) return { subject, name, file, outcome: 'stale', by: stale, tests: [], seconds: 0 };
  const began = performance.now();
  const { red, by, tests } = await checkout.withMutant(mutant, () => verdictOf(checkout, mutant));
  const seconds = (performance.now() - began) / 1000;
  const outcome = red ? 'caught' : options.quick ? 'missed' : 'survived';
  return { subject, name, file, outcome, by, tests, seconds };
}

/** Returns the verdict of the last run, or of the first one that was green. */
async function verdictOf(checkout: Checkout, { tests }: ListedMutant): Promise<Verdict> {
  const once = async (): Promise<Verdict> => {
    if (options.whole) return runTests(checkout, []);
    const verdict = await runTests(checkout, tests);
    return verdict.red || options.quick ? verdict : runTests(checkout, []);
  };
  let verdict = await once();
  for (let made = 1; made < runs && verdict.red; made++) verdict = await once();
  return verdict;
}

/** Runs the tests of the mutants without a mutant. @throws Error if one is red */
async function assertSane(checkout: Checkout, left: readonly ListedMutant[]): Promise<void> {
  const selections = options.whole ? [[]] : left.map(({ tests }) => tests);
  const distinct = new Map(selections.map((words) => [words.toSorted().join(' '), words]));
  for (const words of distinct.values()) {
    const { red, by } = await runTests(checkout, words);
    if (red) throw new Error(`Red without a mutant: ${by}`);
  }
}
