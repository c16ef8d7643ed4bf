import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Runs what files of `npm test` leave to `npm run test:all`. */
    further: true | undefined;
  }
}

/** Whether `npm run test:all` runs this file once more, for what `npm test` leaves out of it. */
export const further = inject('further') === true;
