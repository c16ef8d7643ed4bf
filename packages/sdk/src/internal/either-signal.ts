/** A signal that aborts when one of the two does. */
export const eitherSignal = (one: AbortSignal, other: AbortSignal | undefined): AbortSignal =>
  other ? AbortSignal.any([one, other]) : one;
