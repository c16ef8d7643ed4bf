/** Types that both documents share: how an operation of `openapi-typescript` becomes a typed request. */

/** Fields of an operation that the pipeline reads, of either document. */
export interface OperationShape {
  readonly id: string;
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to the base URL, with `{name}` for path parameters. */
  readonly path: string;
  /** The success status. */
  readonly status: number;
  /** The most bytes a body can have that keeps to the lengths of the contract. */
  readonly maxBodyBytes: number;
  /** Whether a request without a body is refused. */
  readonly bodyRequired: boolean;
  readonly requestType: string | null;
}

/** A type whose members of these names are required, since the validator fills in their defaults. */
export type Filled<T, Names> = Omit<T, Names & keyof T> & Required<Pick<T, Names & keyof T>>;

export type JsonBody<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;

/** The parameters of an operation in one place of the request. */
export type Parameters<Operation extends { parameters: object }, In extends 'path' | 'query' | 'header'> =
  Exclude<Operation['parameters'] extends { [Place in In]?: infer P } ? P : never, undefined> extends infer P
    ? [P] extends [never]
      ? Record<never, never>
      : P
    : never;
