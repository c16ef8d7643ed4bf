import { readFile, realpath, stat } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { Failure, systemCode } from './failure.ts';
import { replaceFile } from './private-file.ts';

/** A variable of a file such as `.env`, which takes a value. */
export interface EnvTarget {
  file: string;
  name: string;
}

/** Reads `FILE:NAME`. */
export function envTarget(text: string): EnvTarget {
  const [, file, name] = /^(.+):([A-Za-z_]\w*)$/.exec(text) ?? [];
  if (file === undefined || name === undefined)
    throw new Failure('usage', '--to must be a file and the name of a variable, such as .env:API_TOKEN.');
  return { file, name };
}

/** Makes sure that a variable can be added, before anything is fetched. */
export async function checkEnvTarget(target: EnvTarget, { replace = false } = {}): Promise<void> {
  if (lineOf(await read(target.file), target.name) && !replace)
    throw new Failure(
      'file',
      `${target.file} has ${target.name} already.`,
      'Add --replace to give it another value.',
    );
}

/** Writes a variable, and keeps all other lines. A new file is readable by its user alone. The file is replaced whole. */
export async function writeEnv({ file, name }: EnvTarget, value: string): Promise<void> {
  const text = await read(file);
  const line = assignment(name, value);
  const old = lineOf(text, name);
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const next = old === undefined ? `${before}${line}\n` : text.replace(old, () => line);
  if (parseEnv(next)[name] !== value)
    throw new Failure('file', `${file} cannot be changed: ${name} would not have the value that was sent.`);
  const [path, mode] = await modeOf(file);
  await replaceFile(path, next, mode);
}

const read = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return '';
    throw error;
  });

/** The file itself if it is a link, and its mode. */
async function modeOf(file: string): Promise<[path: string, mode: number]> {
  try {
    const path = await realpath(file);
    return [path, (await stat(path)).mode & 0o777];
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [file, 0o600];
    throw error;
  }
}

/** The assignment of a variable as it stands, its quotes over several lines included. */
function lineOf(text: string, name: string): string | undefined {
  const quoted = `'[^']*'|"(?:[^"\\\\]|\\\\.)*"|\`[^\`]*\``;
  const pattern = new RegExp(
    `^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=[ \\t]*(?:(?:${quoted})[^\\n]*|[^\\n]*)$`,
    'ms',
  );
  return pattern.exec(text)?.[0];
}

/** An assignment that dotenv, Node.js and, where it can be, shells read as the value. */
function assignment(name: string, value: string): string {
  const plain = /^[\w./:@%+,=-]+$/.test(value) ? [value] : [];
  const forms = [...plain, `'${value}'`, ...(/[\\$`]/.test(value) ? [] : [`"${value}"`]), `\`${value}\``];
  const form = forms.find((each) => parseEnv(`${name}=${each}\n`)[name] === value);
  if (form === undefined || value.includes('\0'))
    throw new Failure(
      'file',
      'The value cannot be written into such a file: it holds every kind of quotation mark.',
    );
  return `${name}=${form}`;
}
