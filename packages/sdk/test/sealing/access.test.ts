import { describe, expect, it } from 'vitest';
import { createLinkKey, deriveKeys } from '../../src/envelope/index.ts';
import { NotFoundError, PermissionDeniedError } from '../../src/index.ts';
import { checkMode, itemKeys, proven, withHeader, withProof } from '../../src/sealing/access.ts';
import { getTransfer } from '../operations.ts';

const linkKey = createLinkKey();
const info = { operation: getTransfer, attempts: 1, idempotencyKey: undefined };
const refusal = (code: string) =>
  new PermissionDeniedError(info, { status: 403, headers: new Headers(), problem: { code } });

describe('the keys of an item', () => {
  it('need the password exactly if the service says that there is one', async () => {
    const needed = await itemKeys(linkKey, 100_000, 'azalea');
    expect(needed.accessProof).toBe(
      (await deriveKeys(linkKey, { password: 'azalea', iterations: 100_000 })).accessProof,
    );
    for (const none of [undefined, '', null as unknown as undefined]) {
      expect((await itemKeys(linkKey, undefined, none)).iterations).toBeUndefined();
      await expect(itemKeys(linkKey, 100_000, none)).rejects.toMatchObject({ code: 'password_required' });
    }
    await expect(itemKeys(linkKey, undefined, 'azalea')).rejects.toMatchObject({ code: 'password_not_used' });
  });

  it.each([
    ['e2e', undefined, 'missing_key'],
    ['server', linkKey, 'not_end_to_end'],
    ['of tomorrow' as 'e2e', undefined, 'missing_key'],
    ['of tomorrow' as 'e2e', linkKey, 'not_end_to_end'],
  ] as const)('are refused for encryption %s if the link does not fit', (encryption, key, code) => {
    expect(() => checkMode(encryption, key)).toThrow(expect.objectContaining({ code }));
  });
});

describe('a refused proof', () => {
  it('means that the link was damaged where there is no password, and keeps the response as its cause', async () => {
    const refused = refusal('invalid_password');
    const error = { code: 'wrong_key', cause: refused };
    const keys = await deriveKeys(linkKey);
    await expect(proven(keys, Promise.reject(refused))).rejects.toMatchObject(error);
  });

  it('is passed on with a password, without keys, or for another reason', async () => {
    const keys = await deriveKeys(linkKey);
    const withPassword = await deriveKeys(linkKey, { password: 'azalea', iterations: 100_000 });
    const gone = new NotFoundError(info, {
      status: 404,
      headers: new Headers(),
      problem: { code: 'invalid_password' },
    });
    for (const [used, failure] of [
      [withPassword, refusal('invalid_password')],
      [undefined, refusal('invalid_password')],
      [keys, refusal('insufficient_scope')],
      [keys, gone],
    ] as const)
      await expect(proven(used, Promise.reject(failure))).rejects.toBe(failure);
  });
});

it('a header is added beside the others, and nothing without a value', async () => {
  const options = { timeout: 5, headers: { 'x-tenant': 'a' } };
  expect(withHeader(options, 'x-a', 'b')).toEqual({ timeout: 5, headers: { 'x-tenant': 'a', 'x-a': 'b' } });
  expect(withProof(options, undefined)).toBe(options);
  const keys = await deriveKeys(linkKey);
  expect(withProof({}, keys)).toEqual({ headers: { 'x-access-proof': keys.accessProof } });
});
