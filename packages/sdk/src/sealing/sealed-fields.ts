import { e2eFields } from '../gen/e2e-fields.ts';

type Bodies = typeof e2eFields;

/** The sealed fields of a body; one that is new in the contract does not compile until it is sealed. */
export type Sealed<B extends keyof Bodies> = Record<keyof Bodies[B]['sealed'], string | undefined>;

/** The fields that stand in the body once it is sealed, each name typed. */
export const sealedFields = <B extends keyof Bodies>(name: B) => {
  const { clear, derived, sealed } = e2eFields[name];
  return [...clear, ...derived, ...Object.keys(sealed)] as (
    Bodies[B]['clear'][number] | Bodies[B]['derived'][number] | keyof Bodies[B]['sealed']
  )[];
};
