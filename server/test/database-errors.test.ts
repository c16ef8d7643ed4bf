import pg from 'pg';
import { describe, expect, it } from 'vitest';
import {
  endsConnection,
  isReadOnly,
  isResponseLost,
  isStaleStatement,
  isUnavailable,
  NotSentError,
  OutcomeUnknownError,
} from '../src/storage/postgres/database-errors.ts';

const refusal = (code: string, fields: Partial<pg.DatabaseError> = {}): pg.DatabaseError =>
  Object.assign(new pg.DatabaseError('no', 2, 'error'), { code, severity: 'ERROR', ...fields });
const socketError = (code: string): Error => Object.assign(new Error(code), { code });

/** Errors, and whether the outcome is unknown, the connection ends, and the database is unavailable. */
const ERRORS: [string, Error, { lost: boolean; ends: boolean; away: boolean }][] = [
  ['a constraint', refusal('23505'), { lost: false, ends: false, away: false }],
  ['a lock timeout', refusal('55P03'), { lost: false, ends: false, away: true }],
  ['a deadlock', refusal('40P01'), { lost: false, ends: false, away: true }],
  ['too many connections', refusal('53300', { severity: 'FATAL' }), { lost: false, ends: true, away: true }],
  ['a shutdown', refusal('57P01', { severity: 'FATAL' }), { lost: false, ends: true, away: true }],
  ['a crash', refusal('57P02'), { lost: true, ends: true, away: true }],
  ['a panic', refusal('58030', { severity: 'PANIC' }), { lost: true, ends: true, away: false }],
  ['a lost connection of a pooler', refusal('08006'), { lost: true, ends: true, away: true }],
  ['a message that pg cannot read', refusal(''), { lost: true, ends: true, away: false }],
  ['a reset', socketError('ECONNRESET'), { lost: true, ends: true, away: true }],
  ['an unsent message', socketError('EPIPE'), { lost: false, ends: false, away: true }],
  [
    'a closed client',
    new Error('Client was closed and is not queryable'),
    { lost: false, ends: false, away: true },
  ],
  ['a statement that waited too long', new NotSentError(), { lost: false, ends: false, away: true }],
  ['a read timeout', new Error('Query read timeout'), { lost: true, ends: true, away: true }],
];

describe('an error of the database', () => {
  it.each(ERRORS)('is classified: %s', (_, error, { lost, ends, away }) => {
    expect({ lost: isResponseLost(error), ends: endsConnection(error), away: isUnavailable(error) }).toEqual({
      lost,
      ends,
      away,
    });
  });

  it('of an unknown outcome is unavailable, and keeps its cause', () => {
    const cause = socketError('ECONNRESET');
    const error = new OutcomeUnknownError(cause);
    expect([isUnavailable(error), error.cause]).toEqual([true, cause]);
  });

  it('of a standby or a read-only database is told from others of the same code', () => {
    expect(isReadOnly(refusal('25006'))).toBe(true);
    expect(isReadOnly(refusal('0A000', { routine: 'get_relation_info' }))).toBe(true);
    expect(isReadOnly(refusal('0A000', { routine: 'RevalidateCachedQuery' }))).toBe(false);
    expect(isUnavailable(refusal('25006'))).toBe(true);
  });

  it('of a stale statement is told from others of the same code', () => {
    const codes = [
      refusal('26000'),
      refusal('42P05'),
      refusal('0A000', { routine: 'RevalidateCachedQuery' }),
    ];
    expect(codes.every(isStaleStatement)).toBe(true);
    expect(isStaleStatement(refusal('0A000', { routine: 'get_relation_info' }))).toBe(false);
    expect(isStaleStatement(socketError('26000'))).toBe(false);
  });
});
