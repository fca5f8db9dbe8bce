import { dayMs, minuteMs, type PageRequest, paginationOf, readAll, readPage, type SortKeys } from '@drive/base';
import { limits } from '@drive/contract';
import type { Caller } from '../../../platform/access/index.ts';
import type { AuditDetails } from '../../../platform/audit/index.ts';
import { createLastUse, type LastUse, type Reader, type Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { setSignedIn } from '../users/user-store.ts';
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
}

/** Cookie values of a new session. */
export interface StartedSession {
  readonly token: string;
  readonly xsrfToken: string;
}

type SessionsDeps = Pick<Ports, 'database' | 'clock' | 'random' | 'secrets' | 'audit' | 'log'>;

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

  /** Call in the transaction that checks the credentials. */
  async open(
    tx: Tx,
    userId: number,
    userAgent: string | undefined,
    by: AuditDetails['sign_in.succeeded']['with'],
  ): Promise<StartedSession> {
    const { random, clock, audit } = this.#deps;
    const token = random.token(tokenCharacters);
    const id = random.uuid();
    const now = clock.now();
    await store.insertSession(tx, {
      id,
      user_id: userId,
      token_hash: this.#hashOf(token),
      user_agent: userAgent?.slice(0, 300).toWellFormed() ?? null,
      created_at: now,
      last_used_at: now,
      expires_at: now + lifetimeMs,
    });
    await setSignedIn(tx, userId, now);
    await audit.record(tx, {
      action: 'sign_in.succeeded',
      actor: { userId, kind: 'session' },
      target: { kind: 'session', id },
      details: { with: by },
    });
    return { token, xsrfToken: this.#xsrfOf(id) };
  }

  /** For an account that was just created. */
  start(userId: number, userAgent: string | undefined): Promise<StartedSession> {
    return this.#deps.database.write((tx) => this.open(tx, userId, userAgent, 'new_account'));
  }

  /** The session of the cookie `auth_token`; undefined if it has expired or the account is disabled. */
  async authenticate(token: string): Promise<SignedIn | undefined> {
    const { clock, database } = this.#deps;
    if (token.length !== tokenCharacters) return undefined;
    const now = clock.now();
    const session = await store.findSession(database.reader, this.#hashOf(token), now);
    if (session === undefined) return undefined;
    const { id, rowId, lastUsedAt, ...user } = session;
    if (now - lastUsedAt >= minuteMs) this.#lastUse.note(rowId, now);
    return {
      caller: { kind: 'session', ...user, credentialId: rowId, publicId: id, restriction: null },
      xsrfToken: this.#xsrfOf(id),
    };
  }

  /** Writes the times of last use that are still in memory. */
  flush(): Promise<void> {
    return this.#lastUse.flush();
  }

  /**
   * Does nothing for an API key. Throws `reauthentication_required` if the password of a session was typed too long ago, and
   * `authentication_required` if the session has ended.
   */
  async requireRecentSignIn(reader: Reader, caller: Caller): Promise<void> {
    const age = await this.#proofAge(reader, caller);
    if (age === undefined) throw new DomainError('authentication_required', 'This session has ended. Sign in.');
    if (age > provenMs)
      throw new DomainError(
        'reauthentication_required',
        `Your sign-in is older than ${limits.recentSignInMinutes} minutes. Confirm your password, then try again.`,
      );
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

  #hashOf(token: string): string {
    return this.#deps.secrets.sign('session', token);
  }

  #xsrfOf(sessionId: string): string {
    return this.#deps.secrets.sign('xsrf', sessionId);
  }

  /** Milliseconds since the password of the session was typed; 0 for an API key, undefined if the session has ended. */
  async #proofAge(reader: Reader, caller: Caller): Promise<number | undefined> {
    if (caller.kind !== 'session') return 0;
    const now = this.#deps.clock.now();
    const provenAt = await store.findProof(reader, caller.credentialId, now);
    return provenAt && now - provenAt;
  }
}
