import { dayMs, findSigned, isoTime, type PageRequest, paginationOf, readPage } from '@drive/base';
import type { Invite, InvitePage } from '@drive/contract';
import { t } from '@drive/pages';
import type { AuditActor } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { MailPermit, Mails, RequestedMail } from '../../../platform/mail/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { secretIdOf } from '../../../platform/secrets.ts';
import type { RegistrationPolicy } from '../users/account.ts';
import { findFirstAdmin } from '../users/user-store.ts';
import * as store from './invite-store.ts';

const denied = (message: string): DomainError => new DomainError('access_denied', message);

export type OpenInvite = store.OpenInvite;

interface InviteMail {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

/** An invitation that another module sends. */
export interface AddedInvite {
  readonly id: string;
  readonly expiresAt: number;
  /** Contains the token, and must be shown or sent to its recipient only. */
  readonly url: string;
  /** The token, encrypted for `unsealedUrl`, because the jobs table must not contain a usable link. */
  readonly sealed: string;
}

type InvitesDeps = Pick<Ports, 'baseUrl' | 'instance' | 'database' | 'clock' | 'random' | 'secrets' | 'audit'> & {
  readonly mails: Mails;
  readonly config: { readonly registration: RegistrationPolicy };
};

/** Links for one registration each, suspended while their administrator is disabled, deleted with that account. */
export class Invites {
  readonly #deps: InvitesDeps;
  /** The payload contains the token encrypted, because the jobs table must not contain a usable link. */
  readonly #mail: RequestedMail<InviteMail>;

  constructor(deps: InvitesDeps) {
    this.#deps = deps;
    this.#mail = deps.mails.defineRequested({
      type: 'accounts.invite-mail',
      load: async ({ id, email, token: encrypted }: InviteMail) => {
        const url = await this.unsealedUrl(id, encrypted);
        return url === undefined ? undefined : { to: email, url };
      },
      render: ({ url }) => ({
        subject: t('You are invited to {service}', { service: deps.instance.name }),
        before: [
          t('An administrator of {service} at {host} invites you to create an account there with this email address.', {
            service: deps.instance.name,
            host: new URL(deps.baseUrl.origin).host,
          }),
        ],
        link: { label: t('Create an account'), url },
        after: [t('The link works once.'), t('If you did not expect this invitation, ignore this email.')],
      }),
    });
  }

  /** undefined if the invitation was used or has expired. */
  findOpen(token: string): Promise<OpenInvite | undefined> {
    const { database, clock, secrets } = this.#deps;
    return findSigned(secrets, textOf(token), (hash) => store.findOpenInvite(database.reader, hash, clock.now()));
  }

  /** Adds an invitation that its caller sends. `createdBy` is users.row_id. */
  async add(
    tx: Tx,
    { email, createdBy, days }: { readonly email: string; readonly createdBy: number; readonly days: number },
  ): Promise<AddedInvite> {
    const { random, clock, secrets } = this.#deps;
    const token = random.token(32);
    const id = random.uuid();
    const now = clock.now();
    const expiresAt = now + days * dayMs;
    const hash = { token_hash: secrets.sign(...textOf(token)), secret_id: secretIdOf(secrets) };
    const times = { created_at: now, expires_at: expiresAt, used_at: null };
    await store.insertInvite(tx, { id, ...hash, email, created_by: createdBy, ...times });
    return { id, expiresAt, url: this.#urlOf(token), sealed: this.#seal(id, token) };
  }

  /** The link of an added invitation; undefined if it was used or revoked, or has expired. */
  async unsealedUrl(id: string, sealed: string): Promise<string | undefined> {
    const token = this.#deps.secrets.decrypt('one-time-link', `invite ${id}`, sealed);
    return (await this.findOpen(token)) === undefined ? undefined : this.#urlOf(token);
  }

  /** Deletes invitations that another module has added. */
  end(tx: Tx, ids: readonly string[]): Promise<void> {
    return store.deleteInvites(tx, ids);
  }

  /** False if the invitation was used by a concurrent request. */
  use(tx: Tx, { id }: OpenInvite): Promise<boolean> {
    return store.useInvite(tx, id, this.#deps.clock.now());
  }

  /**
   * Sends the invitation, too, if it has an email address. `remember` runs in the same transaction. Throws
   * `access_denied` if registration is closed or no administrator can sign in, `too_many_requests` over the limits on
   * mail.
   */
  async create(
    actor: AuditActor,
    {
      email = null,
      expiresInDays = 7,
    }: { readonly email?: string | null | undefined; readonly expiresInDays?: number | undefined },
    remember?: (tx: Tx, invite: Invite) => Promise<void>,
  ): Promise<Invite> {
    const { config, random, clock, mails, database, secrets, audit } = this.#deps;
    if (config.registration === 'closed')
      throw denied(
        'Nobody can register on this server, so invitations cannot be used. Set DRIVE_REGISTRATION=invite and restart it.',
      );
    const token = random.token(32);
    const createdAt = clock.now();
    const expiresAt = createdAt + expiresInDays * dayMs;
    const id = random.uuid();
    const shown = { createdAt: isoTime(createdAt), expiresAt: isoTime(expiresAt) };
    const mailDelivery = email === null ? null : mails.delivery;
    const invite: Invite = { id, email, ...shown, token, url: this.#urlOf(token), mailDelivery };
    const write = (permit?: MailPermit): Promise<void> =>
      database.write(async (tx) => {
        const createdBy = await this.#inviterOf(tx, actor);
        const times = { created_at: createdAt, expires_at: expiresAt, used_at: null };
        const hash = { token_hash: secrets.sign(...textOf(token)), secret_id: secretIdOf(secrets) };
        await store.insertInvite(tx, { id, ...hash, email, created_by: createdBy, ...times });
        if (email !== null && permit !== undefined) {
          await this.#mail.enqueue(tx, permit, { id, email, token: this.#seal(id, token) });
        }
        await audit.record(tx, { action: 'invite.created', actor, target: { kind: 'invite', id } });
        await remember?.(tx, invite);
      });
    if (email === null) await write();
    else await mails.count(typeof actor === 'string' ? null : actor.userId, [email], write);
    return invite;
  }

  /** Open invitations, newest first. */
  async list(page: PageRequest): Promise<InvitePage> {
    const { clock, database } = this.#deps;
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
  }

  /** Throws `invite_not_found` if the invitation was used or has expired. */
  revoke(actor: AuditActor, id: string): Promise<void> {
    const { database, clock, audit } = this.#deps;
    return database.write(async (tx) => {
      if (!(await store.deleteOpenInvite(tx, id, clock.now())))
        throw new DomainError('invite_not_found', 'There is no such invitation, or it was used or has expired.');
      await audit.record(tx, { action: 'invite.revoked', actor, target: { kind: 'invite', id } });
    });
  }

  #seal(id: string, token: string): string {
    return this.#deps.secrets.encrypt('one-time-link', `invite ${id}`, token);
  }

  #urlOf(token: string): string {
    return this.#deps.baseUrl.link(`/register?invite=${token}`);
  }

  /** Commands have no user, so their invitations belong to the oldest administrator. */
  async #inviterOf(tx: Tx, actor: AuditActor): Promise<number> {
    const userId = typeof actor === 'string' ? await findFirstAdmin(tx) : actor.userId;
    if (userId === undefined) throw denied('No administrator can sign in, so invitations are not possible.');
    return userId;
  }
}

const textOf = (token: string): readonly ['one-time-link', string] => ['one-time-link', `invite ${token}`];
