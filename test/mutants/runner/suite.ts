import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Checkout } from './checkout.ts';
import { runNode } from './processes.ts';

/** A test that failed, or a file of tests that could not be run. */
export interface RedTest {
  file: string;
  test: string;
  /** First line of the error: a time-out on a busy machine proves nothing. */
  error: string;
}

/** Result of a run of tests. */
export interface Verdict {
  red: boolean;
  /** First red test, in words. */
  by: string;
  tests: RedTest[];
  /** How many files were run. */
  files: number;
}

const MINUTE = 60_000;
const QUICK_MS = 15 * MINUTE;
const WHOLE_MS = 90 * MINUTE;

const VITEST = 'node_modules/vitest/vitest.mjs';
/** `npm test`, and of what `npm run test:all` adds what needs nothing else installed. */
const SUITES = [
  ['--config', '.config/vitest.config.ts'],
  ['--config', '.config/vitest.all.config.ts', '--project=unit', '--project=server', '--project=pages'],
] as const;

/** Runs the test files with one of the words in their paths, without words all of them, until some are red. */
export async function runTests(checkout: Checkout, words: readonly string[]): Promise<Verdict> {
  let files = 0;
  for (const suite of SUITES) {
    if (!existsSync(join(checkout.root, suite[1]))) continue;
    const verdict = await runSuite(checkout, suite, words);
    if (verdict.red) return verdict;
    files += verdict.files;
  }
  return { red: false, by: files === 0 ? 'no test file has its words' : '', tests: [], files };
}

async function runSuite(
  checkout: Checkout,
  suite: readonly string[],
  words: readonly string[],
): Promise<Verdict> {
  const { root, temporary, environment: env } = checkout;
  const report = join(temporary, 'report.json');
  const output = ['--passWithNoTests', '--bail=3', '--reporter=json', `--outputFile=${report}`];
  const timeoutMs = words.length > 0 ? QUICK_MS : WHOLE_MS;
  try {
    const args = [VITEST, 'run', '--root', '.', ...suite, ...words, ...output];
    const ended = await runNode(args, { cwd: root, env, timeoutMs });
    if (ended.hung) return red('a hang');
    const files = existsSync(report) ? readReport(report) : undefined;
    if (!files) return red(`the suite, which did not run: ${lastLine(ended.output)}`);
    const tests = files.flatMap((file) => redIn(root, file));
    const [first] = tests;
    if (first)
      return { red: true, by: `${first.file}: ${first.test} (${first.error})`, tests, files: files.length };
    if (ended.code !== 0) return red(`an error outside of tests: ${lastLine(ended.output)}`);
    return { red: false, by: '', tests: [], files: files.length };
  } finally {
    checkout.tidy();
  }
}

const red = (by: string): Verdict => ({ red: true, by, tests: [], files: 0 });

/** Part of the JSON report of Vitest about a file. */
interface ReportedFile {
  name: string;
  status: string;
  message: string;
  assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
}

const readReport = (file: string): ReportedFile[] =>
  (JSON.parse(readFileSync(file, 'utf8')) as { testResults: ReportedFile[] }).testResults;

function redIn(root: string, { name, status, message, assertionResults }: ReportedFile): RedTest[] {
  const file = name.startsWith(root) ? name.slice(root.length + 1) : name;
  const failed = assertionResults.filter((result) => result.status === 'failed');
  if (failed.length > 0)
    return failed.map(({ fullName, failureMessages = [] }) => ({
      file,
      test: fullName,
      error: firstLine(failureMessages[0] ?? ''),
    }));
  return status === 'failed' ? [{ file, test: 'did not run', error: lastLine(message) }] : [];
}

const firstLine = (text: string): string => text.trim().split('\n')[0]!.slice(0, 200);
const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.slice(0, 200) ?? '';
