import type {
  AccountHandlers,
  AccountOperationId,
  accountOperations,
  Role,
} from '@tempshare/contract/account';
import type { Database } from '../storage/postgres/database.ts';

/** A person who is signed in, and the session that says so. */
export interface SignedIn {
  user: {
    id: string;
    accountId: string;
    email: string;
    name: string;
    role: Role;
    locale: string | null;
    createdAt: Date;
    hasPassword: boolean;
  };
  account: {
    id: string;
    name: string;
    /** Whether it is the first account, which is the operators'. */
    runsServer: boolean;
  };
  session: { id: string; tokenHash: Buffer; confirmedAt: Date; expiresAt: Date };
}

/** Sets and clears the session cookie of the response. */
export interface SessionCookie {
  set(token: string, expiresAt: Date): void;
  clear(): void;
}

/** A random token that ties a sign-in at the identity provider to the browser that began it. */
export interface BrowserCookie extends SessionCookie {
  token: string | undefined;
}

/** Context of every operation of the panel, beside the validated request. */
export interface VisitorContext {
  db: Database;
  /** The database's clock when the request was admitted. */
  now: Date;
  /** The client's IPv4 address or IPv6 /64 network. */
  address: string;
  /** /24 of IPv4, /48 of IPv6: enough to recognize a place in a list. */
  network: string;
  /** Browser and system, from `User-Agent`. */
  device: string | null;
  requestId: string;
  /** The language that the browser asks for. */
  locale: string;
  cookie: SessionCookie;
  browser: BrowserCookie;
  signedIn: SignedIn | undefined;
}

/** Context of operations that need a session. */
export interface MemberContext extends VisitorContext {
  signedIn: SignedIn;
}

export type PanelHandlers = AccountHandlers<MemberContext, VisitorContext>;

/** A tag of the panel's document, which is the name of a feature. */
export type PanelTag = (typeof accountOperations)[AccountOperationId]['tag'];

type OperationOf<Of extends PanelTag> = {
  [Id in AccountOperationId]: (typeof accountOperations)[Id]['tag'] extends Of ? Id : never;
}[AccountOperationId];

/** A handler for each operation of a tag: a missing one is a compile error that names it. */
export type PanelHandlersOf<Of extends PanelTag> = Pick<PanelHandlers, OperationOf<Of>>;
