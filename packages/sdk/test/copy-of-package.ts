/** A second copy of the package, as a program has whose dependencies bring another one. */
import { registerHooks } from 'node:module';
import { onTestFinished } from 'vitest';

let copies = 0;

/**
 * Imports a file of `src`, and what it imports, anew.
 *
 * @param missing a file that cannot be loaded, as it is imported: `./sealed-calls.ts`
 */
export async function copyOf(file: string, missing?: string): Promise<unknown> {
  const query = `?copy=${(copies += 1)}`;
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (!context.parentURL?.endsWith(query) || !specifier.startsWith('.')) return next(specifier, context);
      if (specifier === missing) throw new Error('Failed to fetch dynamically imported module');
      const resolved = next(specifier, context);
      return { ...resolved, url: `${resolved.url}${query}` };
    },
  });
  onTestFinished(() => hooks.deregister());
  return import(new URL(`../src/${file}${query}`, import.meta.url).href);
}
