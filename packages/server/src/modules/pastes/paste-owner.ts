import { type BaseUrl, isoTime, optionalIsoTime, type PageRequest, paginationOf, readPage } from '@drive/base';
import { limits, utf8Bytes, type NewPaste, type Paste, type PasteWithContent } from '@drive/contract';
import type { HashRequester } from '@drive/passwords';
import { type Caller, mayDo } from '../../platform/access/index.ts';
import type { AuditActor } from '../../platform/audit/index.ts';
import type { Reader, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Remember } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import { requireRoom, type Files } from '../files/index.ts';
import type { Guests } from '../guests/index.ts';
import { createLinkToken, expiryOf, hashLinkPassword } from '../links/index.ts';
import { deletePasteRow, findContent, insertPaste, isExpired, pasteStore, type PasteRow } from './paste-store.ts';

export type PasteOwnerDeps = Pick<Ports, 'database' | 'clock' | 'random' | 'passwords' | 'audit' | 'baseUrl'> & {
  readonly accounts: Accounts;
  readonly files: Files;
  readonly guests: Guests;
  readonly config: { readonly maxExpiryDays: number };
};

/** A user, or a guest with the proof that admits guests. */
export type PasteAuthor =
  | { readonly caller: Caller }
  | { readonly captchaToken: string; readonly clientNetwork: string };

export const pasteUrls = (baseUrl: BaseUrl, token: string) => ({
  url: baseUrl.link(`/p/${token}`),
  rawUrl: baseUrl.link(`/files/pastes/${token}/raw`),
});

export class PasteOwner {
  readonly #deps: PasteOwnerDeps;

  constructor(deps: PasteOwnerDeps) {
    this.#deps = deps;
  }

  /** Throws `payload_too_large`, `password_too_long`, `storage_quota_exceeded`, and for guests those of their uploads. */
  async create(author: PasteAuthor, wanted: NewPaste, remember: Remember<Paste>): Promise<Paste> {
    const { clock, config, passwords, accounts, database, guests } = this.#deps;
    const sizeBytes = utf8Bytes(wanted.content);
    if (sizeBytes > limits.pasteBytes)
      throw new DomainError('payload_too_large', `A paste can have at most ${limits.pasteBytes} bytes in UTF-8.`);
    const expiresAt = expiryOf(wanted.expiresInDays, clock.now(), config.maxExpiryDays) ?? null;
    // Called before the transaction, because hashing takes long.
    const rest = async () => ({
      sizeBytes,
      expiresAt,
      passwordHash:
        wanted.password === null || wanted.password === undefined
          ? null
          : await hashLinkPassword(passwords, wanted.password, requesterOf(author)),
    });

    if ('caller' in author) {
      const { caller } = author;
      const { quotaBytes } = accounts.planLimits(caller.plan);
      const more = await rest();
      return database.write(async (tx) => {
        const answer = await this.#insert(tx, wanted, { ownerId: caller.userId, quotaBytes, actor: caller }, more);
        await remember(tx, answer);
        return answer;
      });
    }
    guests.requireAllowed([{ fileName: wanted.title ?? '', contentType: 'text/plain', sizeBytes }]);
    if (wanted.shareMode === 'PRIVATE') throw privateNeedsAccount();
    return guests.asGuest(author, async (admit) => {
      const more = await rest();
      return database.write(async (tx) => {
        const { userId, quotaBytes } = await admit(tx);
        return this.#insert(tx, wanted, { ownerId: userId, quotaBytes, actor: 'nobody' }, more);
      });
    });
  }

  async list(ownerId: number, page: PageRequest) {
    const { database } = this.#deps;
    const { rows, nextCursor } = await readPage(
      page,
      (slice) => pasteStore.list(database.reader, ownerId, slice),
      ({ rowId }) => [rowId],
    );
    const pagination = paginationOf(page, await pasteStore.count(database.reader, ownerId), nextCursor);
    return { pastes: rows.map((row) => this.#describe(row)), pagination };
  }

  async get(ownerId: number, id: string): Promise<PasteWithContent> {
    const { database, clock } = this.#deps;
    const row = await pasteStore.find(database.reader, { id });
    if (row === undefined) throw pasteNotFound();
    if (!mayDo(ownerId, row, 'read')) throw notYours();
    const isHidden = row.burns || isExpired(row, clock.now());
    return {
      ...this.#describe(row),
      content: isHidden ? null : ((await findContent(database.reader, row.rowId)) ?? null),
    };
  }

  /** Allowed to the owner; for a paste of a guest also to administrators. */
  delete(caller: Caller, id: string): Promise<void> {
    const { database, files, audit } = this.#deps;
    return database.write(async (tx) => {
      const row = await pasteStore.find(tx, { id });
      if (row === undefined) throw pasteNotFound();
      if (!(await this.#mayDelete(tx, caller, row))) throw notYours();
      const freed = await deletePasteRow(tx, row.rowId);
      if (freed === undefined) throw pasteNotFound();
      if (freed > 0) await files.dropStoredBytes(tx, row.ownerId, freed);
      await audit.record(tx, { action: 'paste.deleted', actor: caller, target: { kind: 'paste', id } });
    });
  }

  mayDelete(caller: Caller, paste: PasteRow): Promise<boolean> {
    return this.#mayDelete(this.#deps.database.reader, caller, paste);
  }

  #describe(row: PasteRow): Paste {
    return {
      id: row.id,
      token: row.token,
      ...pasteUrls(this.#deps.baseUrl, row.token),
      title: row.title,
      language: row.language,
      sizeBytes: row.sizeBytes,
      shareMode: row.mode,
      expiresAt: optionalIsoTime(row.expiresAt),
      passwordProtected: row.passwordHash !== null,
      burnAfterReading: row.burns,
      burnedAt: optionalIsoTime(row.burnedAt),
      createdAt: isoTime(row.createdAt),
    };
  }

  async #insert(
    tx: Tx,
    wanted: NewPaste,
    owner: { readonly ownerId: number; readonly quotaBytes: number | null; readonly actor: AuditActor },
    rest: { readonly sizeBytes: number; readonly expiresAt: number | null; readonly passwordHash: string | null },
  ): Promise<Paste> {
    const { files, random, clock, audit } = this.#deps;
    const { ownerId, quotaBytes, actor } = owner;
    requireRoom(
      await files.storeBytes(tx, ownerId, rest.sizeBytes, quotaBytes),
      actor === 'nobody' ? 'guests' : 'caller',
    );
    const row = {
      ...rest,
      id: random.uuid(),
      token: createLinkToken(random),
      ownerId,
      mode: wanted.shareMode ?? 'SHARED',
      title: wanted.title ?? null,
      language: wanted.language ?? null,
      burns: wanted.burnAfterReading ?? false,
      createdAt: clock.now(),
    };
    await insertPaste(tx, { ...row, content: wanted.content });
    await audit.record(tx, {
      action: 'paste.created',
      actor,
      target: { kind: 'paste', id: row.id },
      details: {
        hasPassword: row.passwordHash !== null,
        expiresAt: optionalIsoTime(row.expiresAt),
        burnAfterReading: row.burns,
      },
    });
    return this.#describe({ ...row, rowId: 0, passwordVersion: 0, burnedAt: null });
  }

  async #mayDelete(reader: Reader, caller: Caller, { ownerId }: PasteRow): Promise<boolean> {
    const isOfGuests = caller.isAdmin && (await this.#deps.accounts.isAnonymous(reader, ownerId));
    return mayDo(caller, { ownerId, isOfGuests }, 'delete');
  }
}

const requesterOf = (author: PasteAuthor): HashRequester =>
  'caller' in author
    ? { kind: 'user', userId: author.caller.userId }
    : { kind: 'visitor', network: author.clientNetwork };

const pasteNotFound = (): DomainError => new DomainError('paste_not_found', 'There is no such paste.');
const notYours = (): DomainError => new DomainError('access_denied', 'This paste belongs to another user.');
const privateNeedsAccount = (): DomainError =>
  new DomainError('validation_failed', 'Sign in to create a private paste.', {
    issues: [{ field: 'shareMode', message: 'must be SHARED or PUBLIC without an account', code: 'invalid_value' }],
  });
