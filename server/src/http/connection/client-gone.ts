import type { Request, Response } from 'express';

export class ClientGone extends Error {
  constructor() {
    super('The client went away before it had its response.');
    this.name = 'ClientGone';
  }
}

/** Returns a signal that aborts with `ClientGone` when no response can be sent any more. */
export function untilGone(request: Request, response: Response): AbortSignal {
  const gone = new AbortController();
  const { socket } = request;
  const leave = (): void => gone.abort(new ClientGone());
  // Node.js ends its side of a connection that the client has ended, long before both are closed.
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
