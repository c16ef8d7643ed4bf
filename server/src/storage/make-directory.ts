import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a directory, and those above it that are missing. `mkdir` of Node.js with `recursive` tries for ever where a directory
 * that is there takes no others and says ENOENT, as /proc does.
 *
 * @throws SystemError of `mkdir`
 */
export function makeDirectory(path: string, mode: number): void {
  try {
    make(path, mode);
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error;
    makeDirectory(parent, mode);
    make(path, mode);
  }
}

/** Makes a directory, unless it is there. */
function make(path: string, mode: number): void {
  try {
    mkdirSync(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
}
