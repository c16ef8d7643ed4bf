/** What few calls need, in one file to load. */
export { examine } from './connection.ts';
export { explainForeign, explainRedirect } from './explain.ts';
export { throughMiddleware } from './middleware.ts';
export { answerWithin, streamWithin } from './streams.ts';
export { walkPages } from './walk-pages.ts';
