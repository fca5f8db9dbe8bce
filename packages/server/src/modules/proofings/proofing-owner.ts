import { isoTime, optionalIsoTime, type PageRequest, paginationOf, readPage } from '@drive/base';
import {
  limits,
  type Item,
  type NewProofing,
  type Proofing,
  type ProofingChange,
  type Submission,
  type SubmissionWithFiles,
} from '@drive/contract';
import { mayDo, type Viewer } from '../../platform/access/index.ts';
import type { Reader } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Remember } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { inOwnFoldersOnly, type Files } from '../files/index.ts';
import { LinkOwner, type LinkOwnerDeps } from '../links/index.ts';
import {
  findSubmission,
  listSubmissions,
  proofingStore,
  type ProofingRow,
  type SubmissionRow,
} from './proofing-store.ts';

export type ProofingOwnerDeps = LinkOwnerDeps &
  Pick<Ports, 'baseUrl'> & {
    readonly files: Files;
  };

export type ProofingOwner = ReturnType<typeof createProofingOwner>;

export function createProofingOwner(deps: ProofingOwnerDeps) {
  const { database, files, baseUrl } = deps;

  const urlOf = ({ token }: { readonly token: string }): string => baseUrl.link(`/proof/${token}`);
  const describe = async (reader: Reader, row: ProofingRow): Promise<Proofing> => ({
    id: row.id,
    token: row.token,
    url: urlOf(row),
    name: row.name,
    message: row.message,
    folderId: row.folderId,
    fileIds: row.folderId === null ? await proofingStore.listFiles(reader, row.rowId) : null,
    maxSelections: row.maxSelections,
    expiresAt: optionalIsoTime(row.expiresAt),
    passwordProtected: row.passwordHash !== null,
    submissionCount: row.roundCount,
    createdAt: isoTime(row.createdAt),
  });

  const requireFolder = async (reader: Reader, ownerId: number, folderId: string): Promise<void> => {
    const folder = await files.requireOwnFolder(reader, ownerId, folderId);
    if ((await files.countFilesIn(reader, folder.rowId)) <= limits.proofingFiles) return;
    throw new DomainError('validation_failed', `A proofing shows at most ${limits.proofingFiles} files.`, {
      issues: [{ field: 'folderId', message: `must have at most ${limits.proofingFiles} files`, code: 'too_big' }],
    });
  };

  const requireFiles = async (reader: Reader, ownerId: number, ids: readonly string[]): Promise<void> => {
    const found = await files.listFiles(reader, ids, ownerId);
    const alive = found.filter((file) => mayDo(ownerId, file, 'read') && !file.isFolder && file.state === 'alive');
    if (alive.some((file) => !mayDo(ownerId, { ownerId: file.ownerId }, 'manage'))) throw inOwnFoldersOnly();
    if (alive.length < ids.length)
      throw new DomainError('file_not_found', 'Some of these files are not yours. No proofing was created.');
  };

  /** The selected files that still exist, in the order of their selection. */
  const chosenFiles = async (viewer: Viewer, { fileIds }: SubmissionRow): Promise<Item[]> => {
    const { reader } = database;
    const rows = await files.listFiles(reader, fileIds, viewer.userId);
    const found = new Map(rows.filter((file) => mayDo(viewer, file, 'read')).map((file) => [file.id, file]));
    const alive = fileIds.flatMap((fileId) => found.get(fileId) ?? []).filter(({ state }) => state === 'alive');
    return files.views.showAll(reader, viewer, alive);
  };

  const names = { kind: 'proofing', noun: 'proofing', eventKind: 'proofing' } as const;
  const links = new LinkOwner<ProofingRow, Proofing>(deps, { ...names, store: proofingStore, describe, urlOf });

  return {
    get: (ownerId: number, id: string) => links.get(ownerId, id),
    /** Also finds a proofing whose folder is gone, which visitors cannot open. */
    getByToken: (ownerId: number, token: string) => links.getByToken(ownerId, token),
    end: (ownerId: number, id: string): Promise<void> => links.end(ownerId, id),

    create: (ownerId: number, { folderId, fileIds, ...options }: NewProofing, remember: Remember<Proofing>) =>
      links.create(ownerId, options, remember, async (tx, link, hashed) => {
        if (folderId !== undefined) await requireFolder(tx, ownerId, folderId);
        if (fileIds !== undefined) await requireFiles(tx, ownerId, fileIds);
        await proofingStore.insert(tx, link, { ...hashed, folderId: folderId ?? null }, fileIds);
      }),

    list: async (ownerId: number, page: PageRequest) => {
      const { views, pagination } = await links.list(ownerId, page);
      return { proofings: views, pagination };
    },

    change: (ownerId: number, id: string, change: ProofingChange): Promise<Proofing> =>
      links.change(ownerId, id, change, (tx, { rowId }, hashed) => proofingStore.change(tx, rowId, hashed)),

    listSubmissions: async (ownerId: number, id: string, page: PageRequest) => {
      const { rowId, roundCount } = await links.requireOwn(database.reader, ownerId, id);
      const { rows, nextCursor } = await readPage(
        page,
        (slice) => listSubmissions(database.reader, rowId, slice),
        ({ round }) => [round],
      );
      return { submissions: rows.map(toSubmission), pagination: paginationOf(page, roundCount, nextCursor) };
    },

    getSubmission: async (viewer: Viewer, id: string, submissionId: string): Promise<SubmissionWithFiles> => {
      const { rowId } = await links.requireOwn(database.reader, viewer.userId, id);
      const row = await findSubmission(database.reader, submissionId);
      if (row?.proofingRowId !== rowId)
        throw new DomainError('proofing_not_found', 'This proofing has no such submission.');
      return { ...toSubmission(row), files: await chosenFiles(viewer, row) };
    },
  };
}

const toSubmission = ({ proofingRowId: _proofing, ...row }: SubmissionRow): Submission => ({
  ...row,
  fileIds: [...row.fileIds],
  createdAt: isoTime(row.createdAt),
});
