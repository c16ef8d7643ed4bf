/** The response to a request after which there is nothing to show. */
export const done = (message: string) => ({ status: 200, body: { success: true, message } }) as const;
