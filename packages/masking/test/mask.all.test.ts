import { it } from 'vitest';
import { expectForms, expectLinearWork, expectSameAgain } from './mask-sizes.ts';

it('knows twenty tokens of each prefix of every form', () => expectForms(20));

it('changes nothing when it masks 4,000 random texts again', () => expectSameAgain(4000));

it('takes no more than twice the work for 1,000,000 characters than for half of them', () =>
  expectLinearWork(500_000));
