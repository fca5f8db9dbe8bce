import { isIP } from 'node:net';
import { findSigned, isoTime, minuteMs, optionalIsoTime } from '@drive/base';
import {
  limits,
  type Passkey,
  type PasskeyAssertion,
  type PasskeyAttestation,
  type PasskeyOptions,
  type RegisteredPasskey,
} from '@drive/contract';
import { isLoopbackHost } from '@drive/setting-values';
import type * as Webauthn from '@simplewebauthn/server';
import type { Caller } from '../../../platform/access/index.ts';
import type { Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { CheckedPasskey, PasskeyPort } from '../../accounts/index.ts';
import * as store from './passkey-store.ts';

const challengeMs = 5 * minuteMs;
const challengeCharacters = 43;

type PasskeysDeps = Pick<Ports, 'baseUrl' | 'instance' | 'database' | 'clock' | 'random' | 'secrets' | 'audit' | 'log'>;

/** The user's other ways to sign in, as far as adding and removing a passkey depends on them, and changes of the second factor. */
export interface PasskeyFactor {
  requireAlive(tx: Tx, caller: Caller): Promise<void>;
  addPasskeyFactor(tx: Tx, userId: number): Promise<string[] | null>;
  removePasskeyFactor(tx: Tx, userId: number): Promise<void>;
  requireSignInWay(tx: Tx, userId: number): Promise<void>;
}

const refused = (message: string, cause?: unknown): DomainError =>
  new DomainError('invalid_credentials', message, { cause });

/** Passkeys of users. Everything about WebAuthn is that of `@simplewebauthn/server`. */
export class Passkeys implements PasskeyPort {
  readonly isOn: boolean;
  readonly #deps: PasskeysDeps;
  /** The host of the base URL: passkeys belong to it, and are lost if it changes. */
  readonly #rpId: string;

  constructor(deps: PasskeysDeps) {
    this.#deps = deps;
    this.#rpId = new URL(deps.baseUrl.origin).hostname;
    // Browsers give no passkeys to an address, nor to pages that could have been changed on their way.
    const isNamed = isIP(this.#rpId.replaceAll(/[[\]]/g, '')) === 0;
    this.isOn = isNamed && (deps.baseUrl.isSecure || isLoopbackHost(this.#rpId));
  }

  async registrationOptions(user: { userId: number; accountId: string; email: string }): Promise<PasskeyOptions> {
    const { database, instance } = this.#deps;
    const webauthn = await this.#load();
    const known = await store.listPasskeys(database.reader, user.userId);
    const options = await webauthn.generateRegistrationOptions({
      rpName: instance.name,
      rpID: this.#rpId,
      userID: Buffer.from(user.accountId),
      userName: user.email,
      challenge: await this.#newChallenge(user.userId),
      timeout: challengeMs,
      attestationType: 'none',
      excludeCredentials: known.map(descriptorOf),
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    });
    return { options: { ...options } };
  }

  /** Adds a passkey to the account of the caller. Throws `invalid_credentials`, `authentication_required` and `passkey_limit_reached`. */
  async register(
    caller: Caller,
    { name, response }: { readonly name: string; readonly response: PasskeyAttestation },
    factor: PasskeyFactor,
  ): Promise<RegisteredPasskey> {
    const { database, clock, random, audit } = this.#deps;
    const { userId } = caller;
    const credential = await this.#verifyAttestation(userId, response);
    return database.write(async (tx) => {
      await factor.requireAlive(tx, caller);
      if ((await store.countPasskeys(tx, userId)) >= limits.passkeys)
        throw new DomainError(
          'passkey_limit_reached',
          `An account has at most ${limits.passkeys} passkeys. Remove one that is no longer needed.`,
        );
      const id = random.uuid();
      const row = await store.insertPasskey(tx, {
        id,
        user_id: userId,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: (credential.transports ?? []).join(' '),
        name,
        created_at: clock.now(),
        last_used_at: null,
      });
      if (row === undefined) throw refused('This passkey belongs to an account already.');
      await audit.record(tx, { action: 'passkey.added', actor: caller, target: { kind: 'passkey', id } });
      return { ...toPasskey(row), recoveryCodes: await factor.addPasskeyFactor(tx, userId) };
    });
  }

  /** `verifiesUser`: the passkey replaces the password. */
  async authenticationOptions({ verifiesUser }: { readonly verifiesUser: boolean }): Promise<PasskeyOptions> {
    const webauthn = await this.#load();
    const options = await webauthn.generateAuthenticationOptions({
      rpID: this.#rpId,
      challenge: await this.#newChallenge(null),
      timeout: challengeMs,
      userVerification: verifiesUser ? 'required' : 'preferred',
    });
    return { options: { ...options } };
  }

  async check(assertion: PasskeyAssertion): Promise<CheckedPasskey> {
    const { database, baseUrl } = this.#deps;
    const webauthn = await this.#load();
    const passkey = await store.findPasskey(database.reader, assertion.id);
    // An unknown passkey uses its challenge up, too.
    const credential = passkey ?? { credentialId: assertion.id, publicKey: '', counter: 0, transports: [] };
    try {
      const { verified, authenticationInfo } = await webauthn.verifyAuthenticationResponse({
        response: assertion as unknown as Webauthn.AuthenticationResponseJSON,
        expectedChallenge: (challenge) => this.#take(challenge, null),
        expectedOrigin: baseUrl.origin,
        expectedRPID: this.#rpId,
        credential: {
          id: credential.credentialId,
          publicKey: Buffer.from(credential.publicKey, 'base64url'),
          counter: credential.counter,
        },
        requireUserVerification: false,
      });
      if (passkey === undefined || !verified) throw new TypeError('the passkey is unknown, or its signature wrong');
      return {
        userId: passkey.userId,
        rowId: passkey.rowId,
        counters: { before: passkey.counter, now: authenticationInfo.newCounter },
        verifiedUser: authenticationInfo.userVerified,
      };
    } catch (error) {
      this.#rethrow(error);
      throw refused('This passkey is not known here, or its answer came too late. Try again.', error);
    }
  }

  use(tx: Tx, { rowId, counters }: CheckedPasskey): Promise<boolean> {
    return store.recordUse(tx, { rowId, ...counters, at: this.#deps.clock.now() });
  }

  /** Oldest first. */
  async list(userId: number): Promise<Passkey[]> {
    return (await store.listPasskeys(this.#deps.database.reader, userId)).map(toPasskey);
  }

  /** Throws `passkey_not_found`. */
  async rename(userId: number, id: string, name: string): Promise<Passkey> {
    const row = await this.#deps.database.write((tx) => store.renamePasskey(tx, userId, id, name));
    if (row === undefined) throw notFound();
    return toPasskey(row);
  }

  /** Throws `passkey_not_found` and `last_sign_in_method`. */
  async delete(caller: Caller, id: string, factor: PasskeyFactor): Promise<void> {
    const { database, audit } = this.#deps;
    const { userId } = caller;
    await database.write(async (tx) => {
      await tx.lock(`sign-in-ways:${userId}`);
      if (!(await store.deletePasskey(tx, userId, id))) throw notFound();
      await factor.requireSignInWay(tx, userId);
      await factor.removePasskeyFactor(tx, userId);
      await audit.record(tx, { action: 'passkey.removed', actor: caller, target: { kind: 'passkey', id } });
    });
  }

  async #verifyAttestation(userId: number, response: PasskeyAttestation): Promise<Webauthn.WebAuthnCredential> {
    const webauthn = await this.#load();
    try {
      const { verified, registrationInfo } = await webauthn.verifyRegistrationResponse({
        response: response as unknown as Webauthn.RegistrationResponseJSON,
        expectedChallenge: (challenge) => this.#take(challenge, userId),
        expectedOrigin: this.#deps.baseUrl.origin,
        expectedRPID: this.#rpId,
        requireUserVerification: false,
      });
      if (!verified) throw new TypeError('the attestation could not be verified');
      return registrationInfo.credential;
    } catch (error) {
      this.#rethrow(error);
      throw refused('The answer of the authenticator is not valid, or came too late. Try again.', error);
    }
  }

  async #newChallenge(userId: number | null): Promise<Uint8Array<ArrayBuffer>> {
    const { random, database, clock, secrets } = this.#deps;
    const challenge = Buffer.from(random.token(challengeCharacters), 'base64url');
    const row = {
      challenge_hash: secrets.sign('passkey', challenge.toString('base64url')),
      user_id: userId,
      expires_at: clock.now() + challengeMs,
    };
    await database.write((tx) => store.insertChallenge(tx, row));
    return new Uint8Array(challenge);
  }

  #take(challenge: string, userId: number | null): Promise<boolean> {
    const { database, clock, secrets } = this.#deps;
    return database.write(async (tx) => {
      const now = clock.now();
      const taken = await findSigned(secrets, ['passkey', challenge], async (hash) =>
        (await store.takeChallenge(tx, { hash, userId, now })) ? true : undefined,
      );
      return taken === true;
    });
  }

  /** The library throws an `Error` for each reason to refuse; other errors are those of the database. */
  #rethrow(error: unknown): void {
    if (error instanceof Error && 'code' in error) throw error;
  }

  /** Loaded by the first use: it takes a noticeable part of a start. */
  async #load(): Promise<typeof Webauthn> {
    if (!this.isOn)
      throw new DomainError(
        'access_denied',
        'This server has no passkeys: its URL must begin with https:// and name a host.',
      );
    return import('@simplewebauthn/server');
  }
}

const descriptorOf = ({ credentialId, transports }: store.PasskeyRow) => ({
  id: credentialId,
  transports: [...transports] as Webauthn.AuthenticatorTransport[],
});

const toPasskey = ({ id, name, createdAt, lastUsedAt, transports }: store.PasskeyRow): Passkey => ({
  id,
  name,
  createdAt: isoTime(createdAt),
  lastUsedAt: optionalIsoTime(lastUsedAt),
  transports: [...transports],
});

const notFound = (): DomainError => new DomainError('passkey_not_found', 'You have no such passkey.');
