import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a directory and its missing parents. `mkdir` with `recursive` loops for ever where an existing parent returns
 * ENOENT, as /proc does.
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

function make(path: string, mode: number): void {
  try {
    mkdirSync(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
}
