import { dayMs, isoTime, type PageRequest, paginationOf, readPage } from '@drive/base';
import type { Invite, InvitePage } from '@drive/contract';
import type { AuditActor } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { MailPermit, Mails } from '../../../platform/mail/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { RegistrationPolicy } from '../users/account.ts';
import * as store from './invite-store.ts';
import { findFirstAdmin } from '../users/user-store.ts';

const denied = (message: string): DomainError => new DomainError('access_denied', message);

export type OpenInvite = store.OpenInvite;
export type Invites = ReturnType<typeof createInvites>;

/** Links for one registration each, suspended while their administrator is disabled, deleted with that account. */
export function createInvites(
  deps: Pick<Ports, 'baseUrl' | 'instance' | 'database' | 'clock' | 'random' | 'secrets' | 'audit'> & {
    readonly mails: Mails;
    readonly policy: RegistrationPolicy;
  },
) {
  const { baseUrl, instance, database, clock, random, secrets, mails, audit, policy } = deps;
  const hashOf = (token: string): string => secrets.sign('one-time-link', `invite ${token}`);
  const urlOf = (token: string): string => baseUrl.link(`/register?invite=${token}`);

  /** undefined if the invitation was used or has expired. */
  const findOpen = (token: string): Promise<OpenInvite | undefined> =>
    store.findOpenInvite(database.reader, hashOf(token), clock.now());

  /** The payload contains the token encrypted, because the jobs table must not contain a usable link. */
  const mail = mails.defineRequested({
    type: 'accounts.invite-mail',
    load: async ({
      id,
      email,
      token: encrypted,
    }: {
      readonly id: string;
      readonly email: string;
      readonly token: string;
    }) => {
      const token = secrets.decrypt('one-time-link', `invite ${id}`, encrypted);
      return (await findOpen(token)) === undefined ? undefined : { to: email, token };
    },
    render: ({ token }) => ({
      subject: `You are invited to ${instance.name}`,
      before: [
        `An administrator of ${instance.name} at ${new URL(baseUrl.origin).host} invites you to create an account there with this email address.`,
      ],
      link: { label: 'Create an account', url: urlOf(token) },
      after: ['The link works once.', 'If you did not expect this invitation, ignore this email.'],
    }),
  });

  /** Commands have no user, so their invitations belong to the oldest administrator. */
  const inviterOf = async (tx: Tx, actor: AuditActor): Promise<number> => {
    const userId = typeof actor === 'string' ? await findFirstAdmin(tx) : actor.userId;
    if (userId === undefined) throw denied('No administrator can sign in, so invitations are not possible.');
    return userId;
  };

  return {
    findOpen,

    /** False if the invitation was used by a concurrent request. */
    use: (tx: Tx, { id }: OpenInvite): Promise<boolean> => store.useInvite(tx, id, clock.now()),

    /**
     * Sends the invitation, too, if it has an email address. `remember` runs in the same transaction. Throws
     * `access_denied` if registration is closed or no administrator can sign in, `too_many_requests` over the limits on
     * mail.
     */
    create: async (
      actor: AuditActor,
      {
        email = null,
        expiresInDays = 7,
      }: { readonly email?: string | null | undefined; readonly expiresInDays?: number | undefined },
      remember?: (tx: Tx, invite: Invite) => Promise<void>,
    ): Promise<Invite> => {
      if (policy === 'closed')
        throw denied(
          'Nobody can register on this server, so invitations cannot be used. Set DRIVE_REGISTRATION=invite and restart it.',
        );
      const token = random.token(32);
      const createdAt = clock.now();
      const expiresAt = createdAt + expiresInDays * dayMs;
      const id = random.uuid();
      const shown = { createdAt: isoTime(createdAt), expiresAt: isoTime(expiresAt) };
      const mailDelivery = email === null ? null : mails.delivery;
      const invite: Invite = { id, email, ...shown, token, url: urlOf(token), mailDelivery };
      const write = (permit?: MailPermit): Promise<void> =>
        database.write(async (tx) => {
          const createdBy = await inviterOf(tx, actor);
          const times = { created_at: createdAt, expires_at: expiresAt, used_at: null };
          await store.insertInvite(tx, { id, token_hash: hashOf(token), email, created_by: createdBy, ...times });
          if (email !== null && permit !== undefined) {
            const encrypted = secrets.encrypt('one-time-link', `invite ${id}`, token);
            await mail.enqueue(tx, permit, { id, email, token: encrypted });
          }
          await audit.record(tx, { action: 'invite.created', actor, target: { kind: 'invite', id } });
          await remember?.(tx, invite);
        });
      if (email === null) await write();
      else await mails.count(typeof actor === 'string' ? null : actor.userId, [email], write);
      return invite;
    },

    /** Open invitations, newest first. */
    list: async (page: PageRequest): Promise<InvitePage> => {
      const now = clock.now();
      const { rows, nextCursor } = await readPage(
        page,
        (slice) => store.listOpenInvites(database.reader, now, slice),
        ({ createdAt, id }) => [createdAt, id],
      );
      return {
        invites: rows.map((row) => ({
          ...row,
          createdAt: isoTime(row.createdAt),
          expiresAt: isoTime(row.expiresAt),
        })),
        pagination: paginationOf(page, await store.countOpenInvites(database.reader, now), nextCursor),
      };
    },

    /** Throws `invite_not_found` if the invitation was used or has expired. */
    revoke: (actor: AuditActor, id: string): Promise<void> =>
      database.write(async (tx) => {
        if (!(await store.deleteOpenInvite(tx, id, clock.now())))
          throw new DomainError('invite_not_found', 'There is no such invitation, or it was used or has expired.');
        await audit.record(tx, { action: 'invite.revoked', actor, target: { kind: 'invite', id } });
      }),
  };
}
