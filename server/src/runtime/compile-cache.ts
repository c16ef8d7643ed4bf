import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { PACKAGE } from '../package.ts';

/**
 * Enables the compile cache for modules loaded from now on, beside the packages. Later starts take half the time and 20 MB
 * less. Without write access nothing is cached.
 */
export function keepCompiled(): void {
  enableCompileCache(COMPILE_CACHE);
}

/** Directory of the cache. Set as `NODE_COMPILE_CACHE`, it also covers the first module of a process. */
export const COMPILE_CACHE = join(PACKAGE, '../node_modules/.cache/tempshare');

/** Writes new entries now, rather than when the process exits. */
export const writeCompiled = flushCompileCache;
