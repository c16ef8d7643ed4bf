import type { Module } from '../../domain/module.ts';
import { forget } from '../../storage/forget.ts';
import { forgetChallenges } from './passkey-store.ts';
import { forgetOidcSignIns } from './oidc-store.ts';
import { forgetSessions } from './session-store.ts';

export const users = {
  folder: 'features/users',
  tables: {
    users: { item: null },
    user_sessions: { item: null },
    one_time_links: { item: null },
    second_factors: { item: null, wrapsKeyOf: 'second-factor' },
    recovery_codes: { item: null },
    passkeys: { item: null },
    passkey_challenges: { item: null },
    user_identities: { item: null },
    oidc_sign_ins: { item: null },
  },
  borrows: { accounts: 'A person belongs to an account, whose row is locked while its owners change.' },
  cleanUp: [
    forgetSessions,
    forget('one_time_links', ['token_hash'], 'expires_at <= now()'),
    forgetChallenges,
    forgetOidcSignIns,
  ],
} satisfies Module;
