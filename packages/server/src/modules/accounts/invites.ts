import type { Invite, InvitePage } from '@drive/contract';
import { dayMs, hourMs, isoTime, minuteMs, secondMs, type Clock } from '../../platform/clock.ts';
import type { Audit, AuditActor } from '../../platform/audit/index.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { MailPermit, Mails } from '../../platform/mail/index.ts';
import type { Random } from '../../platform/random.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { RegistrationPolicy } from './account.ts';
import * as store from './invite-store.ts';
import { findFirstAdmin } from './user-directory-store.ts';
import type { PageRequest } from './user-directory.ts';

export interface InvitesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly mails: Mails;
  readonly audit: Audit;
  readonly baseUrl: string;
  readonly policy: RegistrationPolicy;
}

export interface NewInvite {
  readonly email?: string | null | undefined;
  /** Default 7. */
  readonly expiresInDays?: number | undefined;
}

/** An invitation that can be used. */
export interface OpenInvite {
  readonly id: string;
  readonly email: string | null;
}

/** Links that let one person register. They rest while whoever made them is disabled, and go with them. */
export interface Invites {
  /**
   * Mailed, too, if there is an address. `remember` runs in the same transaction. `access_denied` if the server takes no
   * registrations at all, or no administrator is there to invite in the name of; `too_many_requests` over the limits on mail.
   */
  create(actor: AuditActor, invite: NewInvite, remember?: (tx: Tx, invite: Invite) => Promise<void>): Promise<Invite>;
  /** Those that can still be used, the newest first. */
  list(page: PageRequest): Promise<{ readonly invites: InvitePage['invites']; readonly totalItems: number }>;
  /** `invite_not_found` where it is none that could still be used. */
  revoke(actor: AuditActor, id: string): Promise<void>;
  findOpen(token: string): Promise<OpenInvite | undefined>;
  /** False where another was quicker. */
  use(tx: Tx, invite: OpenInvite): Promise<boolean>;
}

const retryDelaysMs = [10 * secondMs, minuteMs, 10 * minuteMs, hourMs, 6 * hourMs];

export function createInvites(deps: InvitesDeps): Invites {
  const { database, clock, random, secrets, mails, audit, baseUrl, policy } = deps;
  const hashOf = (token: string): string => secrets.sign('one-time-link', `invite ${token}`);
  const urlOf = (token: string): string => `${baseUrl}/register?invite=${token}`;
  const findOpen = (token: string): Promise<OpenInvite | undefined> =>
    store.findOpenInvite(database.reader, hashOf(token), clock.now());

  /** The token is in the row for so long only as nobody but this server can read it. */
  const mail = mails.defineRequested<{ readonly id: string; readonly email: string; readonly token: string }>({
    type: 'accounts.invite-mail',
    retryDelaysMs,
    render: async ({ id, email, token: encrypted }) => {
      const token = secrets.decrypt('one-time-link', `invite ${id}`, encrypted);
      if ((await findOpen(token)) === undefined) return undefined;
      const { host } = new URL(baseUrl);
      return {
        to: email,
        subject: 'You are invited to Drive',
        before: [`An administrator of Drive at ${host} invites you to make an account there with this email address.`],
        link: { label: 'Make an account', url: urlOf(token) },
        after: ['The link works once.', 'If you did not expect this, there is nothing to do.'],
      };
    },
  });

  /** A command is nobody's, so the first administrator stands for it. */
  const inviterOf = async (tx: Tx, actor: AuditActor): Promise<number> => {
    const userId = typeof actor === 'string' ? await findFirstAdmin(tx) : actor.userId;
    if (userId === undefined) throw denied('There is no administrator who can sign in, so nobody can be invited.');
    return userId;
  };

  return {
    findOpen,
    use: (tx, { id }) => store.useInvite(tx, id, clock.now()),

    create: async (actor, { email = null, expiresInDays = 7 }, remember) => {
      if (policy === 'closed') throw denied('This server takes no registrations, so nobody can use an invitation.');
      const token = random.token(32);
      const createdAt = clock.now();
      const expiresAt = createdAt + expiresInDays * dayMs;
      const id = random.uuid();
      const invite: Invite = {
        id,
        email,
        createdAt: isoTime(createdAt),
        expiresAt: isoTime(expiresAt),
        token,
        url: urlOf(token),
      };
      const write = (permit?: MailPermit): Promise<void> =>
        database.write(async (tx) => {
          const createdBy = await inviterOf(tx, actor);
          await store.insertInvite(tx, { id, tokenHash: hashOf(token), email, createdBy, createdAt, expiresAt });
          if (email !== null && permit !== undefined)
            await mail.enqueue(tx, permit, {
              id,
              email,
              token: secrets.encrypt('one-time-link', `invite ${id}`, token),
            });
          await audit.record(tx, { action: 'invite.created', actor, target: { kind: 'invite', id } });
          await remember?.(tx, invite);
        });
      if (email === null) await write();
      else await mails.count(typeof actor === 'string' ? null : actor.userId, [email], write);
      return invite;
    },

    list: async ({ page, limit }) => {
      const now = clock.now();
      const rows = await store.listOpenInvites(database.reader, now, { offset: (page - 1) * limit, limit });
      return {
        invites: rows.map(({ id, email, createdAt, expiresAt, invitedBy }) => ({
          id,
          email,
          createdAt: isoTime(createdAt),
          expiresAt: isoTime(expiresAt),
          invitedBy,
        })),
        totalItems: await store.countOpenInvites(database.reader, now),
      };
    },

    revoke: (actor, id) =>
      database.write(async (tx) => {
        if (!(await store.deleteOpenInvite(tx, id, clock.now())))
          throw new DomainError('invite_not_found', 'There is no such invitation, or it was used or has run out.');
        await audit.record(tx, { action: 'invite.revoked', actor, target: { kind: 'invite', id } });
      }),
  };
}

const denied = (message: string): DomainError => new DomainError('access_denied', message);
