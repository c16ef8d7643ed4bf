import type { components, operations } from '@tempshare/contract/types';
import { expectTypeOf, it } from 'vitest';
import type { Operation } from '../../packages/sdk/src/internal/path-item.ts';
import type * as hey from '../../packages/sdk/src/gen/types.gen.ts';
import type { Same, SameOperation } from '../contract/same.ts';

interface Headers {
  headers: { 'Idempotency-Key'?: string; 'Accept-Language'?: string };
}
type Create<
  Data = hey.TransfersCreateData,
  Errors = hey.TransfersCreateErrors,
  Beside extends object = Headers,
> = SameOperation<
  Operation<Data & object, hey.TransfersCreateResponses, Errors, Beside>,
  operations['transfers.create']
>;
type Rest = Omit<hey.TransfersCreateData, 'body'>;

it('what one generator says otherwise than the other is found by the compiler', () => {
  expectTypeOf<Create>().toEqualTypeOf<true>();
  expectTypeOf<Create<Rest & { body?: hey.TransferCreate }>>().not.toEqualTypeOf<true>();
  expectTypeOf<Create<Rest & { body: Omit<hey.TransferCreate, 'password'> }>>().not.toEqualTypeOf<true>();
  expectTypeOf<
    Create<hey.TransfersCreateData, Omit<hey.TransfersCreateErrors, 507>>
  >().not.toEqualTypeOf<true>();
  type OneHeader = { headers: { 'Idempotency-Key'?: string } };
  expectTypeOf<
    Create<hey.TransfersCreateData, hey.TransfersCreateErrors, OneHeader>
  >().not.toEqualTypeOf<true>();
  type OfText = Headers & { request: 'text/plain' };
  expectTypeOf<
    Create<hey.TransfersCreateData, hey.TransfersCreateErrors, OfText>
  >().not.toEqualTypeOf<true>();
  type Lacking = Omit<hey.TransferCreate, 'password'>;
  expectTypeOf<Same<Lacking, components['schemas']['TransferCreate']>>().not.toEqualTypeOf<true>();
});
