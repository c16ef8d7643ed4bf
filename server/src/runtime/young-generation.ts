import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 make every object in the young generation, whatever it has learnt of the place in the code that makes it. Much of
 * what a start makes lives on, most of all where it makes the tables; so V8 takes some places for those of long-lived
 * objects, and makes theirs in the old generation ever after. There the objects of each request, which are soon of no use,
 * keep all that they refer to until the next full collection. To be called before what makes them is loaded.
 */
export function makeAllYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
