import { limits, utf8Bytes, type NewPaste, type Paste, type PasteWithContent } from '@drive/contract';
import { isoTime, optionalIsoTime, type Clock } from '../../platform/clock.ts';
import type { Audit, AuditActor } from '../../platform/audit/index.ts';
import type { Database, Reader, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/index.ts';
import { paginationOf, rowsOf, type PageWish } from '../../platform/paging.ts';
import type { HashRequester, PasswordHasher } from '../../platform/passwords/index.ts';
import type { Random } from '../../platform/random.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Guests } from '../anonymous/index.ts';
import type { Files } from '../files/index.ts';
import { createLinkToken, expiryOf, hashLinkPassword } from '../links/index.ts';
import { isExpired, type PasteRow } from './paste-row.ts';
import { countPastes, deletePasteRow, findContent, findPaste, insertPaste, listPasteRows } from './store.ts';

export interface OwnPastesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly passwords: PasswordHasher;
  readonly accounts: Accounts;
  readonly files: Files;
  readonly guests: Guests;
  readonly audit: Audit;
  readonly config: {
    /** Without a slash at the end. */
    readonly baseUrl: string;
    readonly maxExpiryDays: number;
  };
}

/** Who makes a paste: somebody with an account, or by what somebody without is let in. */
export type PasteMaker =
  | { readonly caller: Caller }
  | { readonly captchaToken: string; readonly clientNetwork: string };

export const pasteUrl = (baseUrl: string, token: string): string => `${baseUrl}/p/${token}`;
export const rawPasteUrl = (baseUrl: string, token: string): string => `${baseUrl}/files/pastes/${token}/raw`;

export type OwnPastes = ReturnType<typeof createOwnPastes>;

/** What those do with pastes who have made them. */
export function createOwnPastes(deps: OwnPastesDeps) {
  const { database, clock, random, passwords, accounts, files, guests, audit, config } = deps;
  const { baseUrl, maxExpiryDays } = config;

  const describe = (row: PasteRow): Paste => ({
    id: row.id,
    token: row.token,
    url: pasteUrl(baseUrl, row.token),
    rawUrl: rawPasteUrl(baseUrl, row.token),
    title: row.title,
    language: row.language,
    sizeBytes: row.sizeBytes,
    shareMode: row.mode,
    expiresAt: optionalIsoTime(row.expiresAt),
    passwordProtected: row.passwordHash !== null,
    burnAfterReading: row.burns,
    burnedAt: optionalIsoTime(row.burnedAt),
    createdAt: isoTime(row.createdAt),
  });

  const requireOwn = async (reader: Reader, ownerId: number, id: string): Promise<PasteRow> => {
    const row = await findPaste(reader, { id });
    if (row === undefined) throw pasteNotFound();
    if (row.ownerId !== ownerId) throw notYours();
    return row;
  };

  const insert = async (
    tx: Tx,
    wanted: NewPaste,
    made: { readonly ownerId: number; readonly quotaBytes: number | null; readonly actor: AuditActor },
    rest: { readonly sizeBytes: number; readonly expiresAt: number | null; readonly passwordHash: string | null },
  ): Promise<Paste> => {
    const { ownerId, quotaBytes, actor } = made;
    if (!(await files.storeBytes(tx, ownerId, rest.sizeBytes, quotaBytes)))
      throw new DomainError('storage_quota_exceeded', 'There is not enough room left. Delete something first.');
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
    return describe({ ...row, rowId: 0, passwordVersion: 0, burnedAt: null });
  };

  return {
    describe,

    /** `payload_too_large`, `password_too_long`, `storage_quota_exceeded`; of guests also what keeps them out. */
    create: async (
      maker: PasteMaker,
      wanted: NewPaste,
      remember: (tx: Tx, answer: Paste) => Promise<void>,
    ): Promise<Paste> => {
      const sizeBytes = utf8Bytes(wanted.content);
      if (sizeBytes > limits.pasteBytes)
        throw new DomainError('payload_too_large', `A paste may have at most ${limits.pasteBytes} bytes in UTF-8.`);
      const expiresAt = expiryOf(wanted.expiresInDays, clock.now(), maxExpiryDays) ?? null;
      /** With the password hashed: done before the transaction, because it takes its time. */
      const rest = async () => ({
        sizeBytes,
        expiresAt,
        passwordHash: await hashOf(passwords, wanted.password, requesterOf(maker)),
      });

      if ('caller' in maker) {
        const { caller } = maker;
        const { quotaBytes } = accounts.planLimits(caller.plan);
        const more = await rest();
        return database.write(async (tx) => {
          const answer = await insert(tx, wanted, { ownerId: caller.userId, quotaBytes, actor: caller }, more);
          await remember(tx, answer);
          return answer;
        });
      }
      guests.requireAllowed(sizeBytes);
      if (wanted.shareMode === 'PRIVATE') throw privateNeedsAccount();
      return guests.asGuest(maker, async (admit) => {
        const more = await rest();
        return database.write(async (tx) => {
          const { userId, quotaBytes } = await admit(tx);
          return insert(tx, wanted, { ownerId: userId, quotaBytes, actor: 'nobody' }, more);
        });
      });
    },

    list: async (ownerId: number, wish: PageWish) => {
      const { reader } = database;
      const rows = await listPasteRows(reader, ownerId, rowsOf(wish));
      const totalItems = await countPastes(reader, ownerId);
      return {
        pastes: rows.map(describe),
        pagination: paginationOf(wish, totalItems),
      };
    },

    get: async (ownerId: number, id: string): Promise<PasteWithContent> => {
      const row = await requireOwn(database.reader, ownerId, id);
      const isShut = row.burns || isExpired(row, clock.now());
      return { ...describe(row), content: isShut ? null : ((await findContent(database.reader, row.rowId)) ?? null) };
    },

    /** By its owner; what came without an account also by an administrator. */
    delete: (caller: Caller, id: string): Promise<void> =>
      database.write(async (tx) => {
        const row = await findPaste(tx, { id });
        if (row === undefined) throw pasteNotFound();
        if (!(await mayDelete(tx, caller, row))) throw notYours();
        const freed = await deletePasteRow(tx, row.rowId);
        if (freed === undefined) throw pasteNotFound();
        if (freed > 0) await files.dropStoredBytes(tx, row.ownerId, freed);
        await audit.record(tx, { action: 'paste.deleted', actor: caller, target: { kind: 'paste', id } });
      }),

    mayDelete: (caller: Caller, paste: PasteRow): Promise<boolean> => mayDelete(database.reader, caller, paste),
  };

  async function mayDelete(reader: Reader, caller: Caller, { ownerId }: PasteRow): Promise<boolean> {
    return ownerId === caller.userId || (caller.isAdmin && (await accounts.isAnonymous(reader, ownerId)));
  }
}

const hashOf = async (
  passwords: PasswordHasher,
  password: string | null | undefined,
  requester: HashRequester,
): Promise<string | null> =>
  password === null || password === undefined ? null : hashLinkPassword(passwords, password, requester);

const requesterOf = (maker: PasteMaker): HashRequester =>
  'caller' in maker ? { kind: 'user', userId: maker.caller.userId } : { kind: 'visitor', network: maker.clientNetwork };

const pasteNotFound = (): DomainError => new DomainError('paste_not_found', 'There is no such paste.');
const notYours = (): DomainError => new DomainError('access_denied', 'This paste is somebody else’s.');
const privateNeedsAccount = (): DomainError =>
  new DomainError('validation_failed', 'Only who has an account can keep a paste to themselves.', {
    issues: [{ field: 'shareMode', message: 'must be SHARED or PUBLIC without an account', code: 'invalid_value' }],
  });
