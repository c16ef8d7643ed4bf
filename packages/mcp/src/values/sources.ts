import type { Config } from '../config.ts';
import { ToolError } from '../tool-error.ts';
import { readAllowedVariable } from './from-env.ts';
import { readAllowedFile } from './from-file.ts';
import { refuseOwnKey } from './api-key.ts';

/** The places on this machine that a value can come from, so that it stays out of the transcript. */
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
 * The one argument of several that is there.
 *
 * @throws ToolError when none or more are
 */
export function exactlyOne<Name extends string>(
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

/** How long a text may be: once it is sealed the service counts bytes of UTF-8, and before it characters. */
export interface TextLimit {
  most: number;
  of: 'bytes of UTF-8' | 'characters';
  /** Whether white space around it does not belong to it: a file ends in a line end. */
  trimmed?: boolean;
}

/** Bytes of a file that may surround a text that is trimmed. */
const SPARE = 64;

export const limitOf = (most: number, encryption: string): TextLimit => ({
  most,
  of: encryption === 'e2e' ? 'bytes of UTF-8' : 'characters',
});

/** A text, and the argument that it came by. */
export interface Taken {
  text: string;
  argument: string;
}

/**
 * A text: that of `field` itself, of a file or of a variable.
 *
 * @throws ToolError
 */
export async function takeText<Field extends string>(
  config: Config,
  args: Sources & Partial<Record<Field, string>>,
  field: Field,
  limit: TextLimit,
): Promise<Taken> {
  const [name, given] = exactlyOne<string>(args, [field, 'fromFile', 'fromEnv']);
  if (name === field) return { text: checked(config, name, given, limit), argument: name };
  const text =
    name === 'fromEnv' ? readAllowedVariable(config, name, given) : await readText(config, given, limit);
  return { text: checked(config, name, limit.trimmed ? text.trim() : text, limit), argument: name };
}

async function readText(config: Config, path: string, limit: TextLimit): Promise<string> {
  const { most, of, trimmed } = limit;
  const maxBytes = of === 'characters' ? 4 * most : most;
  const { parts } = await readAllowedFile(config.directory, path, maxBytes, trimmed ? SPARE : 0);
  if (parts.length === 0) throw new ToolError('fromFile names an empty file. Nothing was sent.');
  return decode(Buffer.concat(parts));
}

const LONGEST_PASSWORD: TextLimit = { most: 1_024, of: 'characters' };

/** @throws ToolError */
export function takePassword(config: Config, args: PasswordSources): string | undefined {
  const { password, passwordFromEnv } = args;
  if (password === undefined && passwordFromEnv === undefined) return undefined;
  const [name, given] = exactlyOne({ password, passwordFromEnv }, ['password', 'passwordFromEnv']);
  const text = name === 'password' ? given : readAllowedVariable(config, name, given);
  return checked(config, name, text, LONGEST_PASSWORD);
}

/** Half a character is no text: another one would stand in its place for the recipient. */
function checked(config: Config, name: string, text: string, { most, of }: TextLimit): string {
  refuseOwnKey(config, text);
  if (!text.isWellFormed())
    throw new ToolError(`${name} holds a lone surrogate, half of a character. Nothing was sent.`);
  // No text has more characters than UTF-16 units, nor fewer bytes.
  const length = of === 'characters' ? charactersOf(text, most) : Buffer.byteLength(text);
  if (length <= most) return text;
  const how = of === 'characters' ? '' : ' when it is sealed';
  throw new ToolError(
    `${name} is too long: at most ${most.toLocaleString('en')} ${of} are taken for this${how}. Nothing was sent.`,
  );
}

/** As JSON Schema counts them: code points. */
const charactersOf = (text: string, most: number): number =>
  text.length <= most
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

/** The values of this machine that the service can read when it is sent them: an agent is not to get them from it. */
export function readable(
  { encryption, fromFile, fromEnv, passwordFromEnv }: Sources & PasswordSources & { encryption?: string },
  { content, password }: { content: string; password: string | undefined },
): string[] {
  if (encryption !== 'server') return [];
  return [
    ...(fromFile === undefined && fromEnv === undefined ? [] : [content]),
    ...(passwordFromEnv === undefined || password === undefined ? [] : [password]),
  ];
}
