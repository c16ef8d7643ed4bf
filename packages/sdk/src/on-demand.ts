/** What few calls need, in one file to load. */
export { examine } from './connection.ts';
export { throughMiddleware } from './middleware.ts';
