import type { Mutant } from './mutant.ts';

const BODIES = ['server/test/json', '/bad-input.', 'scenarios/bad-requests.'];

/** Requests that are refused, and the shape of every error. */
export const mutants: Mutant[] = [
  {
    name: 'an error quotes the body that could not be read',
    file: 'server/src/http/body/json.ts',
    from: '`The body is not JSON${place}.`',
    to: '`The body is not JSON${place}: ${(error as Error).message}`',
    tests: [...BODIES, '/confidential.', 'e2e-canary'],
  },
  {
    name: 'a body with a name twice is taken',
    file: 'server/src/http/body/json-walk.ts',
    from: 'container.names.add(container.at);',
    to: '',
    tests: BODIES,
  },
  {
    name: 'a body may be one level deeper',
    file: 'server/src/http/body/json-walk.ts',
    from: 'if (this.#open.length === MAX_DEPTH)',
    to: 'if (this.#open.length > MAX_DEPTH)',
    tests: BODIES,
  },
  {
    name: 'half of a surrogate pair is stored as a question mark',
    file: 'server/src/http/pipeline/validate.ts',
    from: `if (request.rawBody?.includes('\\\\u')) refuseLoneSurrogates(request.body, '/body');`,
    to: '',
    tests: BODIES,
  },
  {
    name: 'a wrong method is not told the right ones',
    file: 'server/src/http/pipeline/router.ts',
    from: `headers: { Allow: methods.join(', ') },`,
    to: 'headers: {},',
    tests: ['scenarios/errors.', '/bad-input.'],
  },
  {
    name: 'an error does not have the media type of problems',
    file: 'server/src/app.ts',
    from: "page === undefined ? 'application/problem+json'",
    to: "page === undefined ? 'application/json'",
    tests: ['scenarios/errors.', 'scenarios/bad-requests.', 'contract/check'],
  },
  {
    name: 'an error that is to be retried does not say when',
    file: 'server/src/domain/problem.ts',
    from: `if (more.retryAfter !== undefined) this.headers['Retry-After'] = String(more.retryAfter);`,
    to: '',
    tests: ['scenarios/errors.', 'scenarios/limits.', '/rate-limit.', '/attempts.'],
  },
  {
    name: 'one wrong place of a request is named, and no other',
    file: 'server/src/domain/problem.ts',
    from: 'errors: errors.slice(0, MAX_ERRORS),',
    to: 'errors: errors.slice(0, 1),',
    tests: ['scenarios/errors.', 'scenarios/bad-requests.', '/validator.', '/bad-input.'],
  },
];
