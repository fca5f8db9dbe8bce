import { dayMs, minuteMs, type Clock } from '../../platform/clock.ts';
import { createLastUse, type Database } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Log } from '../../platform/log.ts';
import type { Random } from '../../platform/random.ts';
import type { Secrets } from '../../platform/secrets.ts';
import * as store from './session-store.ts';
import { updatePassword } from './user-store.ts';

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
  readonly log: Log;
}

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions({ database, clock, random, secrets, log }: SessionsDeps) {
  const hashOf = (token: string): string => secrets.sign('session', token);
  const xsrfOf = (sessionId: string): string => secrets.sign('xsrf', sessionId);
  const lastUse = createLastUse({
    what: 'session',
    log,
    write: (rowIds, usedAt) => database.write((tx) => store.touchSessions(tx, rowIds, usedAt, usedAt + lifeMs)),
  });

  return {
    /** With `checked`, only while that is still the password: a change that came meanwhile has ended every session. */
    start: async (
      userId: number,
      userAgent: string | undefined,
      checked?: { readonly passwordHash: string },
    ): Promise<StartedSession> => {
      const token = random.token(tokenCharacters);
      const id = random.uuid();
      const now = clock.now();
      await database.write(async (tx) => {
        // The update changes nothing, but waits for one that does.
        if (checked !== undefined && !(await updatePassword(tx, userId, checked.passwordHash, checked)))
          throw new DomainError('invalid_credentials', 'The email address or the password is wrong.');
        await store.insertSession(tx, {
          id,
          userId,
          tokenHash: hashOf(token),
          userAgent: userAgent?.slice(0, 300).toWellFormed() ?? null,
          createdAt: now,
          expiresAt: now + lifeMs,
        });
      });
      return { token, xsrfToken: xsrfOf(id) };
    },

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
      if (caller.kind === 'session') await database.write((tx) => store.deleteSession(tx, caller.credentialId));
    },

    revoke: async (userId: number, id: string): Promise<void> => {
      const found = await database.write((tx) => store.deleteSessionById(tx, userId, id, clock.now()));
      if (!found) throw new DomainError('session_not_found', 'You have no such session.');
    },

    flush: lastUse.flush,
  };
}
