import type { Config } from '../config.ts';
import { limits } from '../gen/tools.ts';
import { ToolError } from '../tool-error.ts';
import { readAllowedVariable } from './from-env.ts';
import { readAllowedFile } from './from-file.ts';
import { refuseApiKey } from './api-key.ts';

/** Sources on this machine, whose values stay out of the transcript. */
export interface Sources {
  fromFile?: string;
  fromEnv?: string;
}

/** A password, or the variable that holds it. */
export interface PasswordSources {
  password?: string;
  passwordFromEnv?: string;
}

/**
 * The only argument of several that is present.
 *
 * @throws ToolError when none or several are
 */
function exactlyOne<Name extends string>(
  args: Partial<Record<Name, string>>,
  names: readonly Name[],
): [Name, string] {
  const given = names.flatMap((name) =>
    args[name] === undefined ? [] : [[name, args[name]] as [Name, string]],
  );
  const [first, ...others] = given;
  if (first && others.length === 0) return first;
  const what = first ? `${given.map(([name]) => name).join(' and ')} were given` : 'none was given';
  throw new ToolError(`Give exactly one of ${names.join(', ')}: ${what}. Nothing was sent.`);
}

/** The maximum length of a text: the service counts bytes of UTF-8 of a sealed one, and characters of others. */
export interface TextLimit {
  max: number;
  unit: 'bytes of UTF-8' | 'characters';
  /** Whether white space around the text is ignored: a file ends in a line end. */
  trimmed?: boolean;
}

/** Bytes of white space that a file may have around a trimmed text. */
const SPARE = 64;

export const textLimit = (max: number, encryption: string): TextLimit => ({
  max,
  unit: encryption === 'e2e' ? 'bytes of UTF-8' : 'characters',
});

/** A text, and the argument that named its source. */
export interface ResolvedText {
  text: string;
  argument: string;
}

/**
 * Reads a text from the argument `field` itself, from a file or from a variable.
 *
 * @throws ToolError
 */
export async function resolveText<Field extends string>(
  config: Config,
  args: Sources & Partial<Record<Field, string>>,
  { field, limit }: { field: Field; limit: TextLimit },
): Promise<ResolvedText> {
  const [name, given] = exactlyOne<string>(args, [field, 'fromFile', 'fromEnv']);
  if (name === field) return checkText(config, { argument: name, text: given }, limit);
  const text =
    name === 'fromEnv' ? readAllowedVariable(config, name, given) : await readText(config, given, limit);
  return checkText(config, { argument: name, text: limit.trimmed ? text.trim() : text }, limit);
}

async function readText(config: Config, path: string, limit: TextLimit): Promise<string> {
  const { max, unit, trimmed } = limit;
  const maxBytes = unit === 'characters' ? 4 * max : max;
  const { chunks } = await readAllowedFile(config.directory, path, { maxBytes, spare: trimmed ? SPARE : 0 });
  if (chunks.length === 0) throw new ToolError('fromFile names an empty file. Nothing was sent.');
  return decode(Buffer.concat(chunks));
}

const PASSWORD_LIMIT: TextLimit = { max: limits.passwordLength, unit: 'characters' };

/** @throws ToolError */
export function resolvePassword(config: Config, args: PasswordSources): string | undefined {
  const { password, passwordFromEnv } = args;
  if (password === undefined && passwordFromEnv === undefined) return undefined;
  const [name, given] = exactlyOne({ password, passwordFromEnv }, ['password', 'passwordFromEnv']);
  const text = name === 'password' ? given : readAllowedVariable(config, name, given);
  return checkText(config, { argument: name, text }, PASSWORD_LIMIT).text;
}

/** A lone surrogate is refused: encoding would replace it by another character. */
function checkText(config: Config, given: ResolvedText, { max, unit }: TextLimit): ResolvedText {
  const { argument, text } = given;
  refuseApiKey(config, text);
  if (!text.isWellFormed())
    throw new ToolError(`${argument} holds a lone surrogate, half of a character. Nothing was sent.`);
  // No text has more characters than UTF-16 units, nor fewer bytes.
  const length = unit === 'characters' ? countCharacters(text, max) : Buffer.byteLength(text);
  if (length <= max) return given;
  const how = unit === 'characters' ? '' : ' when it is sealed';
  throw new ToolError(
    `${argument} is too long: at most ${max.toLocaleString('en')} ${unit} are taken for this${how}. Nothing was sent.`,
  );
}

/** Code points, as JSON Schema counts. */
const countCharacters = (text: string, max: number): number =>
  text.length <= max
    ? text.length
    : text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ToolError(
      'fromFile names a file that is not UTF-8 text: share it with service_create_transfer and type file. Nothing was sent.',
    );
  }
}

/** The values of this machine that the service can read, and could send back to the agent. */
export function serverReadable(
  { encryption, fromFile, fromEnv, passwordFromEnv }: Sources & PasswordSources & { encryption?: string },
  { content, password }: { content: string; password: string | undefined },
): string[] {
  if (encryption !== 'server') return [];
  return [
    ...(fromFile === undefined && fromEnv === undefined ? [] : [content]),
    ...(passwordFromEnv === undefined || password === undefined ? [] : [password]),
  ];
}
