/**
 * Passes pieces through, after `look` for each, and calls `end` after the last. Not a closure per request: V8 frees what a
 * generator function refers to at its next full garbage collection only.
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
