/** True if two types are the same: each is assignable to the other, also with all that may be left out given. */
export type Same<A, B> = Alike<A, B> extends true ? Alike<Whole<A>, Whole<B>> : Alike<A, B>;

type Alike<A, B> = [A] extends [B] ? ([B] extends [A] ? true : 'narrower') : 'wider';

type Whole<T> = T extends object ? { [Name in keyof T]-?: Whole<T[Name]> } : T;

/** Whether an operation has the same parameters, body and responses in both. */
export type SameOperation<A, B> = Same<Call<A>, Call<B>>;

type Call<T> = T extends { parameters: infer P; responses: infer R }
  ? {
      parameters: { [In in keyof P & ('path' | 'query' | 'header')]: P[In] };
      body: 'requestBody' extends keyof T
        ? { [Name in keyof Pick<T, 'requestBody'>]: Content<T['requestBody']> }
        : object;
      responses: { [Status in keyof R]: Content<R[Status]> };
    }
  : 'no operation';

/** The body, by its media type. Bytes are a string in the one and a Blob in the other. */
type Content<T> = T extends { content: infer C }
  ? { [Type in keyof C]: Type extends 'application/octet-stream' ? 'bytes' : C[Type] }
  : undefined;
