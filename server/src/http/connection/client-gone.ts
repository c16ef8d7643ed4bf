import type { Request, Response } from 'express';

/** The client went away before it had its response: there is nobody left to have it. */
export class ClientGone extends Error {
  constructor() {
    super('The client went away before it had its response.');
    this.name = 'ClientGone';
  }
}

/** A signal that is aborted, by a `ClientGone`, as soon as a response could not be sent any more. */
export function untilGone(request: Request, response: Response): AbortSignal {
  const gone = new AbortController();
  const { socket } = request;
  const leave = (): void => gone.abort(new ClientGone());
  // The HTTP server ends its side of a connection that the client has ended, long before both are closed.
  const look = (): void => {
    if (!socket.writable || response.destroyed) leave();
  };
  socket.on('end', look);
  response.once('close', () => {
    socket.off('end', look);
    if (!response.writableFinished) leave();
  });
  look();
  return gone.signal;
}
