import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { accountLimits } from '@tempshare/contract/account';
import { prefixedId, sha256 } from '../../crypto/tokens.ts';
import { ServiceProblem } from '../../domain/problem.ts';
import type { Db } from '../../storage/postgres/database.ts';
import * as store from './passkey-store.ts';

const webAuthn = () => import('@simplewebauthn/server');

/** Passkeys at the server's address (WebAuthn Level 3). */
export class Passkeys {
  readonly origin: string;
  readonly #host: string;
  /** Browsers support passkeys for host names on https and for localhost, not for IP addresses. */
  readonly areHere: boolean;

  constructor(appUrl: string) {
    const { origin, hostname, protocol } = new URL(appUrl);
    this.origin = origin;
    this.#host = hostname;
    const isAddress = isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;
    const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
    this.areHere = !isAddress && (protocol === 'https:' || isLocal);
  }

  /** @throws ServiceProblem `no_passkeys_here` */
  async start(db: Db, user: { id: string; email: string; name: string }): Promise<{ challenge: string }> {
    const challenge = await this.#challenge(db, user.id);
    const known = await store.listPasskeys(db, user.id);
    const { generateRegistrationOptions } = await webAuthn();
    return {
      ...(await generateRegistrationOptions({
        rpName: 'Tempshare',
        rpID: this.#host,
        userName: user.email,
        userDisplayName: user.name,
        userID: Uint8Array.from(sha256(user.id)),
        challenge,
        attestationType: 'none',
        excludeCredentials: known.map(descriptor),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })),
    };
  }

  /** @throws ServiceProblem `invalid_passkey`, `limit_reached` */
  async add(
    db: Db,
    { userId, name, response }: { userId: string; name: string; response: unknown },
  ): Promise<store.PasskeyRow> {
    const { verifyRegistrationResponse } = await webAuthn();
    const verified = await this.#verified(async () =>
      verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        ...this.#expected(db, userId),
      }),
    );
    const { credential } = verified.registrationInfo!;
    if ((await store.listPasskeys(db, userId)).length >= accountLimits.passkeysPerUser)
      throw new ServiceProblem(
        'limit_reached',
        `You have ${accountLimits.passkeysPerUser} passkeys. Delete one first.`,
      );
    const row = await store.insertPasskey(db, {
      id: prefixedId('pk'),
      user_id: userId,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: String(credential.counter),
      transports: credential.transports ?? [],
      name,
    });
    if (!row) throw invalidPasskey();
    return row;
  }

  /** Options for any passkey, or for those of one user. @throws ServiceProblem `no_passkeys_here` */
  async startSignIn(db: Db, userId: string | null = null): Promise<{ challenge: string }> {
    const challenge = await this.#challenge(db, userId);
    const { generateAuthenticationOptions } = await webAuthn();
    const own = userId === null ? [] : await store.listPasskeys(db, userId);
    return {
      ...(await generateAuthenticationOptions({
        rpID: this.#host,
        challenge,
        userVerification: 'required',
        allowCredentials: own.map(descriptor),
      })),
    };
  }

  /** Returns the user's id. A challenge for a user is valid only for that user. @throws `invalid_passkey` */
  async signIn(db: Db, response: { id: string }, userId: string | null = null): Promise<string> {
    const passkey = await store.findPasskey(db, response.id);
    if (!passkey || (userId !== null && passkey.user_id !== userId)) throw invalidPasskey();
    const { verifyAuthenticationResponse } = await webAuthn();
    const { authenticationInfo } = await this.#verified(async () =>
      verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        ...this.#expected(db, userId),
        credential: {
          id: passkey.credential_id,
          publicKey: Uint8Array.from(passkey.public_key),
          counter: Number(passkey.counter),
          transports: passkey.transports,
        },
      }),
    );
    await store.notePasskeyUse(db, passkey.id, authenticationInfo.newCounter);
    return passkey.user_id;
  }

  #expected(db: Db, userId: string | null) {
    return {
      expectedChallenge: (challenge: string) => store.takeChallenge(db, sha256(challenge), userId),
      expectedOrigin: this.origin,
      expectedRPID: this.#host,
      requireUserVerification: true,
    };
  }

  async #challenge(db: Db, userId: string | null): Promise<Uint8Array<ArrayBuffer>> {
    if (!this.areHere)
      throw new ServiceProblem(
        'no_passkeys_here',
        `Passkeys need a host name and https, or localhost. This server has the address ${this.origin}.`,
      );
    const challenge = Uint8Array.from(randomBytes(32));
    await store.insertChallenge(db, sha256(Buffer.from(challenge).toString('base64url')), userId);
    return challenge;
  }

  /** Maps errors of the library to a refusal, since they concern the caller's response. */
  async #verified<Result extends { verified: boolean }>(verify: () => Promise<Result>): Promise<Result> {
    const result = await verify().catch((error: unknown) => {
      throw invalidPasskey(error);
    });
    if (!result.verified) throw invalidPasskey();
    return result;
  }
}

const descriptor = ({ credential_id: id, transports }: store.PasskeyRow) => ({ id, transports });

export const invalidPasskey = (cause?: unknown): ServiceProblem =>
  new ServiceProblem(
    'invalid_passkey',
    'This passkey is unknown here, or took longer than 5 minutes. Try again.',
    {
      cause,
    },
  );
