import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 allocate every object in the young generation. Otherwise it learns from the long-lived objects of a start to
 * allocate at some places in the old generation. There the short-lived objects of requests stay, with all that they refer
 * to, until the next full garbage collection. Call it before other modules are loaded.
 */
export function makeAllYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
