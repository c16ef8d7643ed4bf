/** Takes what a handler has left of a body. A field that is new in the contract does not compile until the handler names it. */
export const noMoreFields = (_rest: Record<string, never>): void => undefined;
