import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Mutant } from '../mutant.ts';
import { endStrays, runNode } from './processes.ts';

/** The built pages. Tests of the server serve them; tests of the pages build them anew if a source is younger. */
const PAGES = 'packages/web/dist/pages.json';
const BUILD_PAGES = 'packages/web/build/main.ts';
const BUILD_MS = 300_000;

/** A copy of a checkout, which holds one mutant at a time. */
export class Checkout {
  readonly #folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  /** The copy. */
  readonly root = join(this.#folder, 'checkout');
  /** Folder for temporary files of its tests. */
  readonly temporary = join(this.#folder, 'tmp');
  /** The pages without a mutant. */
  #pages: Buffer | undefined;

  /** Copies the tracked and untracked files of Git, with node_modules and build output. */
  copy(source: string): void {
    // PostgreSQL may run as another user.
    chmodSync(this.#folder, 0o755);
    mkdirSync(this.temporary);
    for (const file of filesOf(source)) copyInto(this.root, source, file);
    for (const folder of ignoredFolders(source, 'node_modules')) linkInto(this.root, source, folder);
    for (const folder of ignoredFolders(source, 'dist')) copyInto(this.root, source, folder);
    dropCaches(join(this.root, 'node_modules'));
  }

  /** Builds the pages; each mutant ends with them restored. */
  async buildPages(): Promise<void> {
    const command = { cwd: this.root, env: this.environment, timeoutMs: BUILD_MS };
    const { code, output } = await runNode([BUILD_PAGES], command);
    if (code !== 0) throw new Error(`The pages could not be built:\n${output}`);
    this.#pages = readFileSync(join(this.root, PAGES));
  }

  /** Environment of programs of the copy. */
  get environment(): NodeJS.ProcessEnv {
    const tools = join(this.root, 'node_modules/.bin');
    return { ...process.env, TMPDIR: this.temporary, PATH: `${tools}:${process.env['PATH'] ?? ''}` };
  }

  /** Applies a mutant, runs `work`, and restores the file. */
  async withMutant<Result>(mutant: Mutant, work: () => Promise<Result>): Promise<Result> {
    const file = join(this.root, mutant.file);
    const original = readFileSync(file, 'utf8');
    replaceFile(
      file,
      original.replace(mutant.from, () => mutant.to),
    );
    try {
      return await work();
    } finally {
      replaceFile(file, original);
      // Younger than every source, so that nobody builds them again.
      if (this.#pages) replaceFile(join(this.root, PAGES), this.#pages);
    }
  }

  /** Kills processes that tests left behind, and deletes their temporary files. */
  tidy(): void {
    endStrays(this.#folder);
    rmSync(this.temporary, { recursive: true, force: true, maxRetries: 5 });
    mkdirSync(this.temporary);
  }

  remove(): void {
    endStrays(this.#folder);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const git = (source: string, ...args: string[]): string[] =>
  execFileSync('git', ['ls-files', '-z', '--exclude-standard', ...args], {
    cwd: source,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
    .split('\0')
    .filter((name) => name !== '');

/** Files of Git, without those that are deleted and still in the index. */
const filesOf = (source: string): string[] =>
  git(source, '--cached', '--others').filter((file) =>
    lstatSync(join(source, file), { throwIfNoEntry: false }),
  );

const ignoredFolders = (source: string, name: string): string[] =>
  git(source, '--others', '--ignored', '--directory')
    .filter((path) => path === `${name}/` || path.endsWith(`/${name}/`))
    .map((path) => path.slice(0, -1));

function copyInto(root: string, source: string, path: string): void {
  const options = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true };
  cpSync(join(source, path), join(root, path), options);
}

/** Makes hard links of the files in a folder, because node_modules is too large to copy. */
function linkInto(root: string, source: string, folder: string): void {
  mkdirSync(dirname(join(root, folder)), { recursive: true });
  execFileSync('cp', ['-al', join(source, folder), join(root, folder)]);
}

/** Removes the caches, because a program that writes through a hard link writes into the original. */
function dropCaches(folder: string): void {
  if (!existsSync(folder)) throw new Error('The checkout has no node_modules. Run "npm ci" there.');
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory() && entry.name.startsWith('.') && entry.name !== '.bin')
      rmSync(join(folder, entry.name), { recursive: true });
}

/** Replaces a file by a new one, so that hard links of the old one keep their content. */
function replaceFile(file: string, content: string | Buffer): void {
  const fresh = `${file}.fresh`;
  writeFileSync(fresh, content, { mode: lstatSync(file).mode });
  renameSync(fresh, file);
}
