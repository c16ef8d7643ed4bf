import { passwordLength } from '../gen/call-limits.ts';
import { checkNames } from './check-names.ts';
import type { CallArguments, OperationInfo, RequestOptions } from '../core/operation.ts';
import { must } from '../core/tempshare-error.ts';

const UNSENT = '; nothing was sent';

const OPTIONS = Object.keys({
  signal: 1,
  timeout: 1,
  maxRetries: 1,
  headers: 1,
  idempotencyKey: 1,
} satisfies Record<keyof RequestOptions, 1>);

const ANY_OPTION = [...OPTIONS, 'linkKey', 'onProgress'];

export function checkOptions(operation: string, options: unknown, ...others: string[]): void {
  const end = `; anything else belongs into the body or query${UNSENT}`;
  checkNames(`option of ${operation}`, options, [...OPTIONS, ...others], end);
}

export function checkFields(operation: string, given: unknown, known: readonly string[]): void {
  const strayed = ANY_OPTION.some((name) => name in Object(given));
  const hint = strayed ? '; options such as signal go into the last argument' : '';
  checkNames(`field of ${operation}`, given, known, hint + UNSENT);
}

/** @throws TempshareError for an unknown option, field or filter, and for an empty password of a new item */
export function checkCall(
  { id, auth, takes }: OperationInfo,
  { body, query }: CallArguments,
  options: unknown,
): void {
  checkOptions(id, options);
  if (takes) checkFields(id, body ?? query, takes);
  if (auth !== 'none') checkPassword(body);
}

/** An undefined password is most often a variable that is not set. */
export function checkPassword(body: unknown): void {
  if (!Object.hasOwn(Object(body) as object, 'password')) return;
  const { password } = body as { password?: unknown };
  must(
    typeof password === 'string' && password !== '',
    `password is ${password === '' ? 'empty' : password === null ? 'null' : typeof password}, which protects nothing: pass the right one, or leave the field out${UNSENT}`,
  );
  must(
    password.length <= passwordLength,
    `password must have at most ${passwordLength.toLocaleString('en')} characters${UNSENT}`,
  );
}
