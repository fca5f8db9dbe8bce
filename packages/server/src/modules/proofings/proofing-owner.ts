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
import { mayDo, requireMay, type Caller, type Viewer } from '../../platform/access/index.ts';
import type { Reader } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Remember } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { fileNotFound, folderNotFound, ownerOfList, type Files, type InDrive } from '../files/index.ts';
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

/** Files of which the user may make links. Returns owners.row_id of their tree. */
async function requireFiles(
  files: Pick<Files, 'listFiles'>,
  reader: Reader,
  userId: number,
  ids: readonly string[],
): Promise<number> {
  const found = await files.listFiles(reader, ids, userId);
  const alive = found.filter((file) => mayDo(userId, file, 'read') && !file.isFolder && file.state === 'alive');
  for (const file of alive) requireMay(userId, file, 'share', fileNotFound);
  if (alive.length < ids.length)
    throw new DomainError('file_not_found', 'Some of these files are not yours. No proofing was created.');
  const [ownerId = userId, ...others] = new Set(alive.map((file) => file.ownerId));
  if (others.length > 0)
    throw new DomainError('access_denied', 'These files belong to several owners. Create a proofing for each.');
  return ownerId;
}

export function createProofingOwner(deps: ProofingOwnerDeps) {
  const { database, files, baseUrl } = deps;

  const urlOf = ({ token }: { readonly token: string }): string => baseUrl.link(`/proof/${token}`);
  const describe = async (reader: Reader, row: ProofingRow, driveId: string | null): Promise<Proofing> => ({
    id: row.id,
    token: row.token,
    url: urlOf(row),
    name: row.name,
    message: row.message,
    folderId: row.folderId,
    fileIds: row.folderId === null ? await proofingStore.listFiles(reader, row.rowId) : null,
    driveId,
    maxSelections: row.maxSelections,
    expiresAt: optionalIsoTime(row.expiresAt),
    passwordProtected: row.passwordHash !== null,
    submissionCount: row.roundCount,
    createdAt: isoTime(row.createdAt),
  });

  /** Returns owners.row_id of the tree. */
  const requireFolder = async (reader: Reader, userId: number, folderId: string): Promise<number> => {
    const { rowId, ownerId, isRoot } = await files.requireFolder(reader, userId, folderId, 'share');
    if (isRoot) throw folderNotFound();
    if ((await files.countFilesIn(reader, rowId)) <= limits.proofingFiles) return ownerId;
    throw new DomainError('validation_failed', `A proofing shows at most ${limits.proofingFiles} files.`, {
      issues: [{ field: 'folderId', message: `must have at most ${limits.proofingFiles} files`, code: 'too_big' }],
    });
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
  const links = new LinkOwner<ProofingRow, Proofing>(deps, {
    ...names,
    store: proofingStore,
    describe,
    urlOf,
    findAccess: files.findLinkAccess,
    findDriveId: files.findDriveId,
  });

  return {
    get: (userId: number, id: string) => links.get(userId, id),
    /** Also finds a proofing whose folder is gone, which visitors cannot open. */
    getByToken: (userId: number, token: string) => links.getByToken(userId, token),
    end: (userId: number, id: string): Promise<void> => links.end(userId, id),

    create: (userId: number, { folderId, fileIds = [], ...options }: NewProofing, remember: Remember<Proofing>) =>
      links.create(userId, options, remember, async (tx, link, hashed) => {
        const isOfFolder = folderId !== undefined && folderId !== null;
        const ownerId = await (isOfFolder
          ? requireFolder(tx, userId, folderId)
          : requireFiles(files, tx, userId, fileIds));
        await proofingStore.insert(
          tx,
          { ...link, ownerId },
          { ...hashed, folderId: isOfFolder ? folderId : null },
          isOfFolder ? undefined : fileIds,
        );
      }),

    list: async (caller: Caller, { driveId, ...page }: PageRequest & InDrive) => {
      const { views, pagination } = await links.list(await ownerOfList(database.reader, caller, driveId), page);
      return { proofings: views, pagination };
    },

    change: (userId: number, id: string, change: ProofingChange): Promise<Proofing> =>
      links.change(userId, id, change, (tx, { rowId }, hashed) => proofingStore.change(tx, rowId, hashed)),

    listSubmissions: async (userId: number, id: string, page: PageRequest) => {
      const { rowId, roundCount } = await links.requireOwn(database.reader, userId, id);
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
