/** What few calls need, in one file to load. */
export { examine } from './connection-failure.ts';
export { download } from './resume.ts';
export { explainForeign, explainRedirect } from './explain.ts';
export { throughMiddleware } from './middleware.ts';
export { streamWithin } from './streams.ts';
export { walkPages } from './walk-pages.ts';
