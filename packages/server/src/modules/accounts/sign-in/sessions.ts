import {
  dayMs,
  findSigned,
  minuteMs,
  type PageRequest,
  paginationOf,
  readAll,
  readPage,
  type SortKeys,
} from '@drive/base';
import { limits } from '@drive/contract';
import { type Caller, requireSecondFactor } from '../../../platform/access/index.ts';
import type { AuditDetails } from '../../../platform/audit/index.ts';
import { createLastUse, type LastUse, type Reader, type Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { secretIdOf } from '../../../platform/secrets.ts';
import { setSignedIn } from '../users/user-standing-store.ts';
import * as store from './session-store.ts';

/** A session expires if it is not used for this long. */
const lifetimeMs = 30 * dayMs;
/** A session ends this long after the sign-in, however often it is used. */
export const longestSessionMs = 90 * dayMs;
/** How long the proof of a sign-in is good for what outlives the session. */
const provenMs = limits.recentSignInMinutes * minuteMs;
/** 43 characters of base64 contain 256 bits. */
const tokenCharacters = 43;

/** Of a list that is sent in pieces. */
const rowsAtOnce = 100;
const keysOf = ({ rowId }: store.SessionRow): SortKeys => [rowId];

export interface SignedIn {
  readonly caller: Caller;
  /** Requests that change data must send it, in `X-XSRF-TOKEN` or in a form's hidden field. */
  readonly xsrfToken: string;
  /** What pages have that were sent before the master secret was replaced; they may send it, too. */
  readonly previousXsrfToken: string | undefined;
}

/** Cookie values of a new session. */
export interface StartedSession {
  readonly token: string;
  readonly xsrfToken: string;
}

/** What a session of single sign-on remembers of the issuer. */
export interface IssuerSession {
  /** identities.row_id */
  readonly identityId: number;
  /** `sid` of the ID token. */
  readonly issuerSession: string | undefined;
  /** When the user proved to the issuer who they are; undefined: now. */
  readonly signedInAt: number | undefined;
  readonly idToken: string;
  /** The session ends then at the latest; null: use extends it as usual. */
  readonly endsAt: number | null;
}

export type SecondFactorPolicy = 'off' | 'admins' | 'all';

type SessionsDeps = Pick<Ports, 'database' | 'clock' | 'random' | 'secrets' | 'audit' | 'log'> & {
  readonly config: { readonly requireSecondFactor: SecondFactorPolicy };
};

export class Sessions {
  readonly #deps: SessionsDeps;
  readonly #lastUse: LastUse;

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
    this.#lastUse = createLastUse({
      what: 'session',
      log: deps.log,
      write: (rowIds, usedAt) => {
        const times = { usedAt, expiresAt: usedAt + lifetimeMs, longestMs: longestSessionMs };
        return deps.database.write((tx) => store.touchSessions(tx, rowIds, times));
      },
    });
  }

  /**
   * Call in the transaction that checks the credentials. Throws `access_denied` if the account has been disabled or suspended
   * meanwhile.
   */
  async open(
    tx: Tx,
    userId: number,
    userAgent: string | undefined,
    by: AuditDetails['sign_in.succeeded']['with'],
    issuer?: IssuerSession,
  ): Promise<StartedSession> {
    const { random, clock, audit, secrets } = this.#deps;
    const token = random.token(tokenCharacters);
    const id = random.uuid();
    const now = clock.now();
    await store.insertSession(tx, {
      id,
      user_id: userId,
      token_hash: secrets.sign('session', token),
      secret_id: secretIdOf(secrets),
      user_agent: userAgent?.slice(0, 300).toWellFormed() ?? null,
      created_at: now,
      last_used_at: now,
      expires_at: issuer?.endsAt ?? now + lifetimeMs,
      ...(issuer && {
        identity_id: issuer.identityId,
        issuer_session: issuer.issuerSession ?? null,
        proven_at: issuer.signedInAt === undefined ? null : Math.min(issuer.signedInAt, now),
        id_token: secrets.encrypt('single-sign-on', store.sealOwnerOf(id), issuer.idToken),
        ends_at: issuer.endsAt,
      }),
    });
    if (!(await setSignedIn(tx, userId, now)))
      throw new DomainError('access_denied', 'This account is disabled. Ask an administrator of this server.');
    await audit.record(tx, {
      action: 'sign_in.succeeded',
      actor: { userId, kind: 'session' },
      target: { kind: 'session', id },
      details: { with: by },
    });
    return { token, xsrfToken: secrets.sign('xsrf', id) };
  }

  /** For an account that was just created. */
  start(userId: number, userAgent: string | undefined): Promise<StartedSession> {
    return this.#deps.database.write((tx) => this.open(tx, userId, userAgent, 'new_account'));
  }

  /** The session of the cookie `auth_token`; undefined if it has expired or the account is disabled. */
  async authenticate(token: string): Promise<SignedIn | undefined> {
    const { clock, secrets } = this.#deps;
    if (token.length !== tokenCharacters) return undefined;
    const now = clock.now();
    const { requireSecondFactor: policy } = this.#deps.config;
    const session = await this.#find(token, now);
    if (session === undefined) return undefined;
    const { id, rowId, lastUsedAt, lacksFactor, ...user } = session;
    if (now - lastUsedAt >= minuteMs) this.#lastUse.note(rowId, now);
    const caller: Caller = { kind: 'session', ...user, credentialId: rowId, publicId: id, restriction: null };
    const needsSecondFactor = lacksFactor && (policy === 'all' || user.isAdmin);
    const [xsrfToken, previousXsrfToken] = secrets.signatures('xsrf', id);
    return {
      caller: needsSecondFactor ? { ...caller, needsSecondFactor } : caller,
      xsrfToken,
      previousXsrfToken,
    };
  }

  #find(token: string, now: number): Promise<store.FoundSession | undefined> {
    const { database, secrets, config } = this.#deps;
    return findSigned(secrets, ['session', token], async (tokenHash) => {
      const lookup = { tokenHash, now };
      const session = await store.findSession(database.reader, lookup, config.requireSecondFactor !== 'off');
      if (session !== undefined) await this.#renewHash(session.rowId, token, tokenHash);
      return session;
    });
  }

  /** Replaces a hash of the previous master secret. */
  async #renewHash(rowId: number, token: string, hash: string): Promise<void> {
    const { secrets, database, log } = this.#deps;
    const renewed = secrets.sign('session', token);
    if (hash === renewed) return;
    const replacement = { from: hash, to: renewed, secretId: secretIdOf(secrets) };
    await database
      .write((tx) => store.replaceTokenHash(tx, rowId, replacement))
      // The session is valid, though the database takes no writes.
      .catch((error: unknown) => log.warn('the hash of a session was not renewed', { error }));
  }

  /** The identity (identities.row_id) and the ID token of a session of single sign-on; undefined for any other caller. */
  async findIssuerSession(caller: Caller): Promise<{ identityId: number; idToken: string } | undefined> {
    const { database, secrets } = this.#deps;
    if (caller.kind !== 'session') return undefined;
    const found = await store.findIssuerSession(database.reader, caller.credentialId);
    if (found === undefined) return undefined;
    try {
      const idToken = secrets.decrypt('single-sign-on', store.sealOwnerOf(found.id), found.idToken);
      return { identityId: found.identityId, idToken };
    } catch {
      // The operator has replaced the master secret.
      return undefined;
    }
  }

  /** Ends sessions of an identity (identities.row_id): all of them, or those of one session of the issuer. */
  async endOfIdentity(tx: Tx, userId: number, identityId: number, issuerSession?: string): Promise<number> {
    const ended = await store.deleteSessionsOfIdentity(tx, identityId, { issuerSession });
    for (const id of ended)
      await this.#deps.audit.record(tx, {
        action: 'session.ended',
        actor: 'nobody',
        userId,
        target: { kind: 'session', id },
      });
    return ended.length;
  }

  /** Ends the sessions of an identity that is removed, except that of the caller, which becomes one without an identity. */
  async forgetIdentity(tx: Tx, caller: Caller, identityId: number): Promise<void> {
    await store.deleteSessionsOfIdentity(tx, identityId, { except: caller.credentialId });
    await store.detachSession(tx, caller.credentialId);
  }

  /** For an issuer that cannot be asked again: its sessions end this long after their sign-in. */
  limitOfIdentity(tx: Tx, identityId: number, mostMs: number): Promise<void> {
    return store.limitSessionsOfIdentity(tx, identityId, mostMs);
  }

  /** Writes the times of last use that are still in memory. */
  flush(): Promise<void> {
    return this.#lastUse.flush();
  }

  /**
   * Does nothing for an API key. Throws `reauthentication_required` if the user of a session proved too long ago who they are,
   * `two_factor_required` if they must set up a second factor first, and `authentication_required` if the session has ended.
   */
  async requireRecentSignIn(reader: Reader, caller: Caller): Promise<void> {
    requireSecondFactor(caller);
    const age = await this.#proofAge(reader, caller);
    if (age === undefined) throw ended(caller);
    if (age > provenMs)
      throw new DomainError(
        'reauthentication_required',
        `Your sign-in is older than ${limits.recentSignInMinutes} minutes. Confirm who you are, then try again.`,
      );
  }

  /**
   * Throws `authentication_required` if the session or the key has ended meanwhile, or its account was disabled. Call first in the
   * transaction that adds what the takeover of an account ends: the takeover waits for that, or comes first.
   */
  async requireAlive(tx: Tx, caller: Caller): Promise<void> {
    await tx.lock(`sign-in-ways:${caller.userId}`);
    const isAlive =
      caller.kind === 'key'
        ? await store.isKeyActive(tx, caller.credentialId)
        : (await this.#proofAge(tx, caller)) !== undefined;
    if (!isAlive) throw ended(caller);
  }

  /** Whether `requireRecentSignIn` would pass. */
  async isRecent(caller: Caller): Promise<boolean> {
    return ((await this.#proofAge(this.#deps.database.reader, caller)) ?? Infinity) <= provenMs;
  }

  /** Call in the transaction that checks the credentials again. */
  prove(tx: Tx, caller: Caller): Promise<void> {
    return store.setProven(tx, caller.credentialId, this.#deps.clock.now());
  }

  /** Active sessions, newest first, some at a time. */
  async *listAll(userId: number): AsyncGenerator<readonly store.SessionRow[]> {
    const { database, clock } = this.#deps;
    await this.#lastUse.flush();
    const now = clock.now();
    yield* readAll(rowsAtOnce, (slice) => store.listSessions(database.reader, userId, now, slice), keysOf);
  }

  async list(userId: number, page: PageRequest) {
    const { database, clock } = this.#deps;
    await this.#lastUse.flush();
    const now = clock.now();
    const { rows, nextCursor } = await readPage(
      page,
      (slice) => store.listSessions(database.reader, userId, now, slice),
      keysOf,
    );
    const count = await store.countSessions(database.reader, userId, now);
    return { rows, pagination: paginationOf(page, count, nextCursor) };
  }

  /** Ends the caller's session. Does nothing for an API key. */
  async end(caller: Caller): Promise<void> {
    const { database, audit } = this.#deps;
    if (caller.kind !== 'session') return;
    await database.write(async (tx) => {
      const id = await store.deleteSession(tx, caller.credentialId);
      if (id !== undefined)
        await audit.record(tx, { action: 'sign_out', actor: caller, target: { kind: 'session', id } });
    });
  }

  /** Ends any session of the caller. Throws `session_not_found`. */
  revoke(caller: Caller, id: string): Promise<void> {
    const { database, clock, audit } = this.#deps;
    return database.write(async (tx) => {
      if (!(await store.deleteSessionById(tx, caller.userId, id, clock.now())))
        throw new DomainError('session_not_found', 'You have no such session.');
      await audit.record(tx, { action: 'session.ended', actor: caller, target: { kind: 'session', id } });
    });
  }

  /** Milliseconds since the user of the session proved who they are; 0 for an API key, undefined if the session has ended. */
  async #proofAge(reader: Reader, caller: Caller): Promise<number | undefined> {
    if (caller.kind !== 'session') return 0;
    const now = this.#deps.clock.now();
    const provenAt = await store.findProof(reader, caller.credentialId, now);
    return provenAt && now - provenAt;
  }
}

const ended = ({ kind }: Caller): DomainError =>
  new DomainError(
    'authentication_required',
    kind === 'key' ? 'This API key was revoked, or its account disabled.' : 'This session has ended. Sign in.',
  );
