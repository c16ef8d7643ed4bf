import type { components } from '@tempshare/contract/account/types';
import { operations } from '@tempshare/contract/account/operations';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

type Schemas = components['schemas'];
export type Session = Schemas['Session'];
export type User = Schemas['User'];
export type Role = Schemas['Role'];
type OperationId = keyof typeof operations;

/** Whether a role may call an operation, by the contract. */
export const roleMay = (role: Role, operation: OperationId): boolean =>
  (operations[operation].roles as readonly string[]).includes(role);

/** Whether pages of this role may create: those of an auditor read. */
export const canSend = (role: Role): boolean => role !== 'auditor';

export interface SessionContext {
  session: Session;
  /** Takes a session that a call has returned. */
  take: (session: Session) => void;
  /** Shows the pages in the language of the user. */
  speakAs: (user: User) => Promise<void>;
  signOut: () => Promise<void>;
}

export const SessionOf = createContext<SessionContext | undefined>(undefined);

/** Takes a session that a one-time link has started. */
export const TakeSession = createContext<(session: Session) => void>(() => undefined);

/** The session of the person, and what their role may do. */
export function useSession() {
  const context = useContext(SessionOf)!;
  const { user, account } = context.session;
  return {
    ...{ ...context, user, account },
    may: (operation: OperationId): boolean => roleMay(user.role, operation),
  };
}
