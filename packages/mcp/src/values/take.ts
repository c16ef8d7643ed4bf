import type { Config } from '../config.ts';
import { ToolError } from '../tool-error.ts';
import { readAllowedVariable } from './from-env.ts';
import { readAllowedFile } from './from-file.ts';
import { refuseOwnKey } from './own-key.ts';

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

/**
 * A text: that of `field` itself, of a file or of a variable.
 *
 * @param maxBytes what is read of a file
 * @throws ToolError
 */
export async function takeText<Field extends string>(
  config: Config,
  args: Sources & Partial<Record<Field, string>>,
  field: Field,
  maxBytes: number,
): Promise<string> {
  const [name, given] = exactlyOne<string>(args, [field, 'fromFile', 'fromEnv']);
  if (name === field) return checked(config, name, given);
  const text =
    name === 'fromEnv' ? readAllowedVariable(config, name, given) : await readText(config, given, maxBytes);
  return checked(config, name, text);
}

async function readText(config: Config, path: string, maxBytes: number): Promise<string> {
  const { parts } = await readAllowedFile(config.directory, path, maxBytes);
  if (parts.length === 0) throw new ToolError('fromFile names an empty file. Nothing was sent.');
  return decode(Buffer.concat(parts));
}

/** @throws ToolError */
export function takePassword(config: Config, args: PasswordSources): string | undefined {
  const { password, passwordFromEnv } = args;
  if (password === undefined && passwordFromEnv === undefined) return undefined;
  const [name, given] = exactlyOne({ password, passwordFromEnv }, ['password', 'passwordFromEnv']);
  return checked(config, name, name === 'password' ? given : readAllowedVariable(config, name, given));
}

/** Half a character is no text: another one would stand in its place for the recipient. */
function checked(config: Config, name: string, text: string): string {
  refuseOwnKey(config, text);
  if (text.isWellFormed()) return text;
  throw new ToolError(`${name} holds a lone surrogate, half of a character. Nothing was sent.`);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ToolError(
      'fromFile names a file that is not UTF-8 text: share it with service_create_transfer and type file. Nothing was sent.',
    );
  }
}
