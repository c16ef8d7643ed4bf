import type { Access, FileItem, TextKind } from './pages/send-items.ts';

/** Draft of somebody without an account, kept while they sign in. */
export interface CarriedDraft {
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

export const carriedDraft = (): CarriedDraft | undefined => carried;

// The browser may keep a page that is left, with all that it has in memory.
addEventListener('pagehide', () => carryDraft());
