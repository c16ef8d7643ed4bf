import { compactJwe, limits, type FilledSchema, type ProblemError } from '@tempshare/contract';
import { visibleName } from '@tempshare/sdk/names';
import { invalidIn } from '../../domain/problem.ts';

export type Post = Partial<FilledSchema<'RoomMessageCreate'> & FilledSchema<'RoomFileCreate'>>;

const COMPACT_JWE = new RegExp(compactJwe);

type Rule = (value: string) => Pick<ProblemError, 'code' | 'detail'> | undefined;

/** Lengths count characters, not UTF-16 code units. */
const atMost =
  (most: number): Rule =>
  (value) =>
    value.length > most && Array.from(value).length > most
      ? { code: 'max_length', detail: `must have at most ${most} characters` }
      : undefined;
const authorRule: Rule = (value) =>
  atMost(limits.authorLength)(value) ??
  (visibleName(value) === '' ? { code: 'pattern', detail: 'must have a visible character' } : undefined);
const sealed: Rule = (value) =>
  COMPACT_JWE.test(value)
    ? undefined
    : { code: 'pattern', detail: 'must be a compact JWE (RFC 7516) when encryption is e2e' };
const refused =
  (where: string): Rule =>
  () => ({ code: 'not_allowed_here', detail: `is not allowed in ${where}` });
const refusedInE2e = refused('an end-to-end encrypted room; send sealedMetadata');

type Field = 'text' | 'author' | 'fileName' | 'mediaType' | 'sealedMetadata';

/** Checks that depend on the room's encryption, which the contract cannot state. */
const RULES: Record<FilledSchema<'Encryption'>, Partial<Record<Field, Rule>>> = {
  server: {
    text: atMost(limits.messageLength),
    author: authorRule,
    sealedMetadata: refused('a room with encryption server'),
  },
  e2e: { text: sealed, author: sealed, fileName: refusedInE2e, mediaType: refusedInE2e },
};

/** Name as it is stored: only visible characters, where the server can read it. */
export const authorIn = (
  encryption: FilledSchema<'Encryption'>,
  author: string | undefined,
): string | undefined => (author === undefined || encryption === 'e2e' ? author : visibleName(author));

/** @param required fields in an e2e room. @throws ServiceProblem `validation_failed`, in the words of the validator */
export function checkPost(
  encryption: FilledSchema<'Encryption'>,
  post: Post,
  required: readonly Field[] = [],
): void {
  const errors = (Object.entries(RULES[encryption]) as [Field, Rule][]).flatMap(([field, rule]) => {
    const value = post[field];
    const error = value === undefined ? undefined : rule(value);
    return error ? [{ pointer: `/body/${field}`, ...error }] : [];
  });
  const missing = encryption === 'e2e' ? required.filter((field) => post[field] === undefined) : [];
  errors.push(
    ...missing.map((field) => ({ pointer: `/body/${field}`, code: 'required', detail: 'is required' })),
  );
  if (errors.length > 0) throw invalidIn(errors);
}
