import type { Access, FileItem, TextKind } from './pages/send-items.ts';

/** Draft of somebody who signs in, kept meanwhile. */
export interface CarriedDraft {
  /** Id of its author; undefined for somebody without an account. */
  userId: string | undefined;
  text: string;
  chosen: TextKind | undefined;
  files: readonly FileItem[];
  access: Omit<Access, 'lifetime'> & Partial<Pick<Access, 'lifetime'>>;
  /** The password that the page made. */
  generated: string | undefined;
}

/** The draft for the page after the sign-in. It stands nowhere but in this variable. */
let carried: CarriedDraft | undefined;

/** Keeps a draft, or forgets the one that is kept. */
export function carryDraft(draft?: CarriedDraft): void {
  carried = draft;
}

/** Reads the draft of the page that is shown. */
let readShown: (() => CarriedDraft | undefined) | undefined;

/** Names the draft that is kept if the session ends meanwhile. Returns a function that forgets it. */
export function showDraft(read: () => CarriedDraft | undefined): () => void {
  readShown = read;
  return () => (readShown = undefined);
}

/** Keeps the draft of the page that is shown, if there is one. */
export function carryShownDraft(): void {
  if (readShown) carryDraft(readShown());
}

/** Makes the kept draft the user's own, or forgets it if it is another user's. */
export function keepDraftOf(userId: string): void {
  if (carried) carryDraft((carried.userId ?? userId) === userId ? { ...carried, userId } : undefined);
}

export const carriedDraft = (): CarriedDraft | undefined => carried;

// The browser may keep a page that is left, with all that it has in memory.
addEventListener('pagehide', () => carryDraft());
