/**
 * Pieces as they come, each after it was looked at, and `end` after the last. A generator function of its own for each request
 * would keep the request alive: V8 lets go of what such a function refers to at its next full collection.
 */
export async function* watched<Piece>(
  pieces: AsyncIterable<Piece>,
  look: (piece: Piece) => Promise<void> | void,
  end?: () => void,
): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    const looking = look(piece);
    if (looking) await looking;
    yield piece;
  }
  end?.();
}
