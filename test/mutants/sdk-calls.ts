import type { Mutant } from './mutant.ts';

const RETRY = 'packages/sdk/src/internal/retry.ts';
const TRANSPORT = 'packages/sdk/src/internal/transport.ts';
const RESUMED = 'packages/sdk/src/internal/resumed-body.ts';

const RETRIES = ['sdk/test/internal/retry', 'sdk/test/unrepeatable'];

/** Calls of the SDK: retries, limits of time, keys, and what a response may be. */
export const mutants: Mutant[] = [
  {
    name: 'a message is sent again though the first may have arrived',
    file: RETRY,
    from: '/^(GET|HEAD|PUT|DELETE)$/',
    to: '/^(GET|HEAD|PUT|DELETE|POST)$/',
    tests: RETRIES,
  },
  {
    name: 'the 503 of a gateway counts as nothing done',
    file: RETRY,
    from: `status === 429 || (status === 503 && mediaType(headers) === 'application/problem+json')`,
    to: 'status === 429 || status === 503',
    tests: RETRIES,
  },
  {
    name: 'a call whose key is in progress is given up',
    file: RETRY,
    from: `(status === 409 && headers.has('retry-after'))`,
    to: `(status === 409 && headers.has('x-retry-after'))`,
    tests: RETRIES,
  },
  {
    name: 'the SDK comes back sooner than it was asked to',
    file: RETRY,
    from: 'return retryAfterMs + Math.random() * 50;',
    to: 'return Math.min(8000, retryAfterMs) + Math.random() * 50;',
    tests: RETRIES,
  },
  {
    name: 'the SDK waits for any Retry-After',
    file: TRANSPORT,
    from: '|| (retryAfterMs ?? 0) > longestWait) {',
    to: '|| (retryAfterMs ?? 0) > longestTimer) {',
    tests: [...RETRIES, 'sdk/test/core/options'],
  },
  {
    name: 'an attempt more is made than was allowed',
    file: TRANSPORT,
    from: '|| used > maxRetries ||',
    to: '|| used > maxRetries + 1 ||',
    tests: RETRIES,
  },
  {
    name: 'the API key follows a redirect',
    file: TRANSPORT,
    from: `redirect: 'manual',`,
    to: `redirect: 'follow',`,
    tests: [
      'sdk/test/internal/response',
      'sdk/test/broken-responses',
      'sdk/test/core/middleware',
      'sdk/test/open-hostile',
    ],
  },
  {
    name: 'the API key goes along where none is needed',
    file: TRANSPORT,
    from: `operation.auth !== 'none' && !overrides.has('authorization');`,
    to: `!overrides.has('authorization');`,
    tests: [
      'sdk/test/client',
      'sdk/test/core/operation',
      'sdk/test/internal/request-headers',
      'sdk/test/resources',
      'sdk/test/core/options',
    ],
  },
  {
    name: 'a call goes on after its caller has given up',
    file: 'packages/sdk/src/internal/attempt.ts',
    from: 'caller && onAbort(caller, () => controller.abort(new APIUserAbortError(info, caller.reason)));',
    to: 'caller && onAbort(caller, () => undefined);',
    tests: ['sdk/test/aborts'],
  },
  {
    name: 'a body that does not heed its signal has no limit of time',
    file: 'packages/sdk/src/internal/transport.ts',
    from: 'const text = json ? await attempt.within(readText(response, info)) :',
    to: 'const text = json ? await readText(response, info) :',
    tests: ['sdk/test/internal/attempt', 'sdk/test/aborts', 'sdk/test/custom-fetch'],
  },
  {
    name: 'each try of a call has another Idempotency-Key',
    file: 'packages/sdk/src/internal/transport.ts',
    from: 'const headers = new Headers(shared);',
    to: `const headers = new Headers({ ...Object.fromEntries(shared), ...(shared.has('idempotency-key') && { 'idempotency-key': crypto.randomUUID() }) });`,
    tests: [...RETRIES, 'sdk/test/core/operation', 'sdk/test/internal/request-headers', 'sdk/test/client'],
  },
  {
    name: 'a download that goes on has its beginning twice',
    file: RESUMED,
    from: 'if (status === 200) return received;',
    to: 'if (status === 200) return 0;',
    tests: ['sdk/test/internal/resumed-body'],
  },
  {
    name: 'a download goes on with another file',
    file: RESUMED,
    from: `if (headers.get('etag') === etag && !headers.has('content-encoding')) {`,
    to: `if (etag && !headers.has('content-encoding')) {`,
    tests: ['sdk/test/internal/resumed-body'],
  },
  {
    name: 'a download that was cut off passes for a whole file',
    file: RESUMED,
    from: 'if (!piece && file && received < file.size) throw failureOf();',
    to: '',
    tests: ['sdk/test/internal/resumed-body', 'sdk/test/files/download', 'sdk/test/files-incoming'],
  },
  {
    name: 'two versions of a file are sealed under one nonce',
    file: 'packages/sdk/src/files/upload.ts',
    from: 'if ((tags[number] ??= tag) !== tag) {',
    to: 'if ((tags[number] = tag) !== tag) {',
    tests: ['sdk/test/files', 'sdk/test/sealing'],
  },
];
