import type { Given } from '../core/resource.ts';

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A path as openapi-fetch reads it: its operations by method; those that are not there are never. */
export type PathItem<Operations> = Operations & { [V in Exclude<Verb, keyof Operations>]?: never };

interface CallData {
  path?: object;
  query?: object;
  body?: unknown;
}

/** Details that the types of a call lack: headers, and media types other than JSON. */
interface Beside {
  headers?: object;
  request?: string;
  response?: string;
}

type MediaType<B, Of extends 'request' | 'response'> =
  B extends Record<Of, infer T extends string> ? T : 'application/json';

type Body<Type extends string, T> = { content: { [M in Type]: T } };

/** An operation as openapi-fetch reads it, made of the types of its call. */
export type Operation<Data extends CallData, Responses, Errors, B extends Beside = object> = {
  parameters: { [In in keyof Pick<Data, 'path' | 'query'>]: Given<Data[In]> } & {
    header?: B extends { headers: infer Headers } ? Headers : never;
  };
  responses: { [Status in keyof Responses]: Body<MediaType<B, 'response'>, Responses[Status]> } & {
    [Status in keyof Errors]: Body<'application/problem+json', Errors[Status]>;
  };
} & {
  [In in keyof Pick<Data, 'body'> as 'requestBody']: [Data[In]] extends [undefined]
    ? never
    : Body<MediaType<B, 'request'>, NonNullable<Data[In]>>;
};
