/** Listens to a failure that is reported elsewhere, so that it does not end the process. */
export const ignore = (): void => undefined;
