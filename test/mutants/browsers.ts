import type { Mutant } from './mutant.ts';

const UNREQUESTED = 'server/src/http/pipeline/unrequested.ts';
const CROSS_ORIGIN = 'server/src/http/pipeline/cross-origin.ts';
const SCOPE = 'server/src/http/pipeline/request-scope.ts';

const AHEAD = ['scenarios/opening.'];
const CORS = ['/cross-origin.', 'mock-browser', 'scenarios/skin.'];

/** Headers for browsers, and refusals of foreign pages. */
export const mutants: Mutant[] = [
  {
    name: 'a browser that fetches ahead burns a secret',
    file: UNREQUESTED,
    from: `['sec-purpose', 'purpose', 'x-purpose', 'x-moz']`,
    to: `['purpose', 'x-purpose', 'x-moz']`,
    tests: AHEAD,
  },
  {
    name: 'a preview of a browser burns a secret',
    file: UNREQUESTED,
    from: '/prefetch|prerender|preview/i',
    to: '/prefetch|prerender/i',
    tests: AHEAD,
  },
  {
    name: 'a form of a neighbour burns a secret',
    file: UNREQUESTED,
    from: `['same-origin', 'none']`,
    to: `['same-origin', 'same-site', 'none']`,
    tests: AHEAD,
  },
  {
    name: 'a form of an older browser burns a secret',
    file: UNREQUESTED,
    from: 'if (from !== undefined && !own.includes(from))',
    to: 'if (site !== undefined && from !== undefined && !own.includes(from))',
    tests: AHEAD,
  },
  {
    name: 'pages of any origin may use the API of keys',
    file: CROSS_ORIGIN,
    from: 'return SEGMENTS.has(segment) ? HEADERS : {};',
    to: 'return segment ? HEADERS : {};',
    tests: CORS,
  },
  {
    name: 'pages of other origins cannot read Retry-After',
    file: CROSS_ORIGIN,
    from: `  'Access-Control-Expose-Headers': crossOrigin.responseHeaders.join(', '),`,
    to: '',
    tests: CORS,
  },
  {
    name: 'a script that is put into a page runs',
    file: 'packages/web/src/addresses.ts',
    from: `"script-src 'self'",`,
    to: `"script-src 'self' 'unsafe-inline'",`,
    tests: ['pages/shells'],
  },
  {
    name: 'a page of somebody else frames the pages',
    file: 'packages/web/src/addresses.ts',
    from: `  "frame-ancestors 'none'",`,
    to: '',
    tests: ['pages/shells'],
  },
  {
    name: 'what was opened stays in the cache of a browser',
    file: SCOPE,
    from: `response.setHeader('Cache-Control', 'no-store');`,
    to: '',
    tests: ['scenarios/errors.', '/files.'],
  },
  {
    name: 'the address of a page goes to those whom it links to',
    file: SCOPE,
    from: `response.setHeader('Referrer-Policy', 'no-referrer');`,
    to: '',
    tests: ['pages/shells'],
  },
];
