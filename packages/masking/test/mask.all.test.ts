import { it } from 'vitest';
import { expectForms, expectLinearWork, expectSameAgain } from './mask-sizes.ts';

it('knows twenty tokens of each prefix of every form', () => expectForms(20));

it('changes nothing when it masks 4,000 random texts again', () => expectSameAgain(4000));

it('takes no more than ten times the work for 1,000,000 characters than for a tenth of them', () =>
  expectLinearWork(100_000, 10));
