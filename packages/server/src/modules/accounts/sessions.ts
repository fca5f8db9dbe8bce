import type { Audit, AuditDetails } from '../../platform/audit/index.ts';
import { dayMs, minuteMs, type Clock } from '../../platform/clock.ts';
import { createLastUse, type Database, type Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Log } from '../../platform/log.ts';
import type { Random } from '../../platform/random.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { setSignedIn } from './user-directory-store.ts';
import * as store from './session-store.ts';

/** A session that is not used for so long is over. */
const lifeMs = 30 * dayMs;
/** 43 characters of base64 hold 256 bits. */
const tokenCharacters = 43;

/** A signed-in browser. */
export interface SignedIn {
  readonly caller: Caller;
  /** What requests that change data must bring back, in `X-XSRF-TOKEN` or a form's hidden field. */
  readonly xsrfToken: string;
}

/** What a browser gets when it signs in. */
export interface StartedSession {
  readonly token: string;
  readonly xsrfToken: string;
}

export interface SessionsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly audit: Audit;
  readonly log: Log;
}

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions({ database, clock, random, secrets, audit, log }: SessionsDeps) {
  const hashOf = (token: string): string => secrets.sign('session', token);
  const xsrfOf = (sessionId: string): string => secrets.sign('xsrf', sessionId);
  const lastUse = createLastUse({
    what: 'session',
    log,
    write: (rowIds, usedAt) => database.write((tx) => store.touchSessions(tx, rowIds, usedAt, usedAt + lifeMs)),
  });

  /** In the transaction that decides that there may be one. */
  const open = async (
    tx: Tx,
    userId: number,
    userAgent: string | undefined,
    by: AuditDetails['sign_in.succeeded']['with'],
  ): Promise<StartedSession> => {
    const token = random.token(tokenCharacters);
    const id = random.uuid();
    const now = clock.now();
    await store.insertSession(tx, {
      id,
      userId,
      tokenHash: hashOf(token),
      userAgent: userAgent?.slice(0, 300).toWellFormed() ?? null,
      createdAt: now,
      expiresAt: now + lifeMs,
    });
    await setSignedIn(tx, userId, now);
    await audit.record(tx, {
      action: 'sign_in.succeeded',
      actor: { userId, kind: 'session' },
      target: { kind: 'session', id },
      details: { with: by },
    });
    return { token, xsrfToken: xsrfOf(id) };
  };

  return {
    open,

    /** For whoever has just made the account. */
    start: (userId: number, userAgent: string | undefined): Promise<StartedSession> =>
      database.write((tx) => open(tx, userId, userAgent, 'new_account')),

    authenticate: async (token: string): Promise<SignedIn | undefined> => {
      if (token.length !== tokenCharacters) return undefined;
      const now = clock.now();
      const session = await store.findSession(database.reader, hashOf(token), now);
      if (session === undefined) return undefined;
      if (now - session.lastUsedAt >= minuteMs) lastUse.note(session.rowId, now);
      const { userId, accountId, isAdmin, plan, rowId } = session;
      return {
        caller: { kind: 'session', userId, accountId, isAdmin, plan, credentialId: rowId },
        xsrfToken: xsrfOf(session.id),
      };
    },

    list: async (userId: number): Promise<store.SessionRow[]> => {
      await lastUse.flush();
      return store.listSessions(database.reader, userId, clock.now());
    },

    /** Ends the session the caller came with; does nothing for a key. */
    end: async (caller: Caller): Promise<void> => {
      if (caller.kind !== 'session') return;
      await database.write(async (tx) => {
        const id = await store.deleteSession(tx, caller.credentialId);
        if (id !== undefined)
          await audit.record(tx, { action: 'sign_out', actor: caller, target: { kind: 'session', id } });
      });
    },

    revoke: (caller: Caller, id: string): Promise<void> =>
      database.write(async (tx) => {
        if (!(await store.deleteSessionById(tx, caller.userId, id, clock.now())))
          throw new DomainError('session_not_found', 'You have no such session.');
        await audit.record(tx, { action: 'session.ended', actor: caller, target: { kind: 'session', id } });
      }),

    flush: lastUse.flush,
  };
}
