import {
  Id,
  limits,
  type Item,
  type NewProofing,
  type Proofing,
  type ProofingChange,
  type Submission,
} from '@drive/contract';
import { changedNames, type Audit } from '../../platform/audit/index.ts';
import { isoTime, optionalIsoTime, type Clock } from '../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { paginationOf, rowsOf, type PageWish } from '../../platform/paging.ts';
import type { PasswordHasher } from '../../platform/passwords/index.ts';
import type { Random } from '../../platform/random.ts';
import type { Downloads } from '../downloads/index.ts';
import type { Files } from '../files/index.ts';
import { createLinkToken, hashLinkOptions } from '../links/index.ts';
import type { ProofingRow } from './proofing-row.ts';
import {
  changeProofing,
  countProofings,
  endProofing,
  findProofing,
  insertProofing,
  insertProofingFiles,
  listProofingFiles,
  listProofings,
} from './store.ts';
import { listSubmissionRows, type SubmissionRow } from './submission-store.ts';

export interface OwnProofingsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly audit: Audit;
  readonly passwords: PasswordHasher;
  readonly files: Files;
  readonly downloads: Pick<Downloads, 'addressOf' | 'serveProofings'>;
  readonly config: {
    /** Without a slash at the end. */
    readonly baseUrl: string;
    readonly maxExpiryDays: number;
  };
}

/** A submission, with those of its files that are still there, in the order they were chosen in. */
export interface Round {
  readonly submission: Submission;
  readonly files: readonly Item[];
}

const proofingNotFound = (): DomainError => new DomainError('proofing_not_found', 'There is no such proofing.');

export type OwnProofings = ReturnType<typeof createOwnProofings>;

/** What an owner does with proofings. */
export function createOwnProofings({
  database,
  clock,
  random,
  audit,
  passwords,
  files,
  downloads,
  config,
}: OwnProofingsDeps) {
  const describe = async (reader: Reader, row: ProofingRow): Promise<Proofing> => ({
    id: row.id,
    token: row.token,
    url: `${config.baseUrl}/proof/${row.token}`,
    name: row.name,
    message: row.message,
    folderId: row.folderId,
    fileIds: row.folderId === null ? await listProofingFiles(reader, row.rowId) : null,
    maxSelections: row.maxSelections,
    expiresAt: optionalIsoTime(row.expiresAt),
    passwordProtected: row.passwordHash !== null,
    submissionCount: row.roundCount,
    createdAt: isoTime(row.createdAt),
  });

  const requireOwn = async (reader: Reader, ownerId: number, id: string): Promise<ProofingRow> => {
    const row = await findProofing(reader, { id });
    if (row === undefined) throw proofingNotFound();
    if (row.ownerId !== ownerId) throw new DomainError('access_denied', 'This proofing is somebody else’s.');
    return row;
  };

  const requireFolder = async (reader: Reader, ownerId: number, folderId: string): Promise<void> => {
    const folder = await files.findFolder(reader, ownerId, folderId);
    if (folder === undefined) throw new DomainError('folder_not_found', 'There is no such folder among yours.');
    if ((await files.countFilesIn(reader, folder.rowId)) <= limits.proofingFiles) return;
    throw new DomainError('validation_failed', `A proofing shows at most ${limits.proofingFiles} files.`, {
      issues: [{ field: 'folderId', message: `must have at most ${limits.proofingFiles} files`, code: 'too_big' }],
    });
  };

  const requireFiles = async (reader: Reader, ownerId: number, ids: readonly string[]): Promise<void> => {
    const found = await files.listFiles(reader, ids);
    const fit = found.filter((file) => file.ownerId === ownerId && !file.isFolder && file.state === 'alive');
    if (fit.length < ids.length)
      throw new DomainError('file_not_found', 'Not all of these are files of yours. Nothing was made.');
  };

  return {
    create: async (
      ownerId: number,
      { folderId, fileIds, ...wanted }: NewProofing,
      remember: (tx: Tx, answer: Proofing) => Promise<void>,
    ): Promise<Proofing> => {
      const changes = await hashLinkOptions({ clock, passwords, config }, ownerId, wanted);
      return database.write(async (tx) => {
        if (folderId !== undefined) await requireFolder(tx, ownerId, folderId);
        if (fileIds !== undefined) await requireFiles(tx, ownerId, fileIds);
        const id = random.uuid();
        const rowId = await insertProofing(tx, {
          ...changes,
          id,
          name: wanted.name,
          token: createLinkToken(random),
          ownerId,
          folderId: folderId ?? null,
          createdAt: clock.now(),
        });
        if (fileIds !== undefined) await insertProofingFiles(tx, rowId, fileIds);
        const answer = await describe(tx, await requireOwn(tx, ownerId, id));
        await audit.record(tx, {
          action: 'proofing.created',
          actor: { userId: ownerId },
          target: { kind: 'proofing', id },
          details: { hasPassword: answer.passwordProtected, expiresAt: answer.expiresAt },
        });
        await remember(tx, answer);
        return answer;
      });
    },

    list: async (ownerId: number, wish: PageWish) => {
      const { reader } = database;
      const rows = await listProofings(reader, ownerId, rowsOf(wish));
      const proofings: Proofing[] = [];
      for (const row of rows) proofings.push(await describe(reader, row));
      return { proofings, pagination: paginationOf(wish, await countProofings(reader, ownerId)) };
    },

    get: async (ownerId: number, id: string): Promise<Proofing> =>
      describe(database.reader, await requireOwn(database.reader, ownerId, id)),

    change: async (ownerId: number, id: string, wanted: ProofingChange): Promise<Proofing> => {
      await requireOwn(database.reader, ownerId, id);
      const changes = await hashLinkOptions({ clock, passwords, config }, ownerId, wanted);
      return database.write(async (tx) => {
        const { rowId } = await requireOwn(tx, ownerId, id);
        await changeProofing(tx, rowId, changes);
        await audit.record(tx, {
          action: 'proofing.changed',
          actor: { userId: ownerId },
          target: { kind: 'proofing', id },
          details: { changed: changedNames(wanted) },
        });
        return describe(tx, await requireOwn(tx, ownerId, id));
      });
    },

    end: (ownerId: number, id: string): Promise<void> =>
      database.write(async (tx) => {
        const { rowId } = await requireOwn(tx, ownerId, id);
        if (!(await endProofing(tx, rowId, clock.now()))) throw proofingNotFound();
        const target = { kind: 'proofing', id } as const;
        await audit.record(tx, { action: 'proofing.deleted', actor: { userId: ownerId }, target });
      }),

    listSubmissions: async (ownerId: number, id: string, wish: PageWish) => {
      const { rowId, roundCount } = await requireOwn(database.reader, ownerId, id);
      const rows = await listSubmissionRows(database.reader, rowId, rowsOf(wish));
      return { submissions: rows.map(toSubmission), pagination: paginationOf(wish, roundCount) };
    },

    /** To its owner alone it is there at all; also when others find it closed for want of its folder. */
    getByToken: async (ownerId: number, token: string): Promise<Proofing> => {
      const row = await findProofing(database.reader, { token });
      if (row?.ownerId !== ownerId) throw proofingNotFound();
      return describe(database.reader, row);
    },

    listRounds: async (ownerId: number, id: string, wish: PageWish) => {
      const { rowId, roundCount } = await requireOwn(database.reader, ownerId, id);
      const rounds: Round[] = [];
      for (const row of await listSubmissionRows(database.reader, rowId, rowsOf(wish))) {
        const found = new Map((await files.listFiles(database.reader, row.fileIds)).map((file) => [file.id, file]));
        const alive = row.fileIds.flatMap((fileId) => found.get(fileId) ?? []).filter(({ state }) => state === 'alive');
        rounds.push({ submission: toSubmission(row), files: alive.map((file) => files.toItem(file)) });
      }
      return { rounds, pagination: paginationOf(wish, roundCount) };
    },

    /** Where the bytes of a file are. `file_not_found` where it is gone. */
    addressOfFile: async (ownerId: number, fileId: string): Promise<string> => {
      const file = Id.safeParse(fileId).success ? await files.findFile(database.reader, fileId) : undefined;
      if (file?.ownerId !== ownerId || file.isFolder || file.state !== 'alive')
        throw new DomainError('file_not_found', 'This file is not there any more.');
      return downloads.addressOf(file, { kind: 'attachment' });
    },
  };
}

const toSubmission = (row: SubmissionRow): Submission => ({
  id: row.id,
  round: row.round,
  fileIds: [...row.fileIds],
  clientName: row.clientName,
  clientEmail: row.clientEmail,
  comment: row.comment,
  createdAt: isoTime(row.createdAt),
});
