import type {
  AccountHandlers,
  AccountOperationId,
  accountOperations,
  Role,
} from '@tempshare/contract/account';
import type { Database } from '../storage/postgres/database.ts';

/** A signed-in person and session. */
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
    /** True for the first account, which belongs to the operators. */
    runsServer: boolean;
  };
  session: { id: string; tokenHash: Buffer; confirmedAt: Date; expiresAt: Date };
}

export interface SessionCookie {
  set(token: string, expiresAt: Date): void;
  clear(): void;
}

/** Random token that binds a sign-in at the identity provider to a browser. */
export interface BrowserCookie extends SessionCookie {
  token: string | undefined;
}

/** Context of every operation of the panel, besides the validated request. */
export interface VisitorContext {
  db: Database;
  /** The database's clock at admission. */
  now: Date;
  /** IPv4 address or IPv6 /64 network of the client. */
  address: string;
  /** /24 of IPv4, /48 of IPv6: enough to recognize a place in a list. */
  network: string;
  /** Browser and system, from `User-Agent`. */
  device: string | null;
  requestId: string;
  locale: string;
  cookie: SessionCookie;
  browser: BrowserCookie;
  signedIn: SignedIn | undefined;
}

export interface MemberContext extends VisitorContext {
  signedIn: SignedIn;
}

export type PanelHandlers = AccountHandlers<MemberContext, VisitorContext>;

/** Tag of the panel's document, equal to the name of a feature. */
export type PanelTag = (typeof accountOperations)[AccountOperationId]['tag'];

type OperationOf<Of extends PanelTag> = {
  [Id in AccountOperationId]: (typeof accountOperations)[Id]['tag'] extends Of ? Id : never;
}[AccountOperationId];

/** Handlers of all operations of a tag. A missing one is a compile error. */
export type PanelHandlersOf<Of extends PanelTag> = Pick<PanelHandlers, OperationOf<Of>>;
