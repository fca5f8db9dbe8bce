import { endpoints } from '@drive/contract';
import { evaluatePreconditions } from '@drive/node-http';
import { contentTypeOf, readBody, readModifiedAt } from '@drive/upload-protocol';
import { mayDo, requireMay, requireScope, rootOf, type Action, type Caller } from '../../../platform/access/index.ts';
import type { Reader, Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import { relativeTo, type Router } from '../../../platform/http/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import {
  belowFile,
  contentDates,
  fileNotFound,
  formatItemPath,
  parseItemPath,
  pathRootOf,
  requirePrecondition,
  requireReplaceable,
  type FileRow,
  type Files,
  type ItemPath,
  type PathRoot,
} from '../../files/index.ts';
import { readAnnotations, readConditions, type DeclaredConditions } from './declared-facts.ts';
import type { FilePlace, FileToStore } from './file-to-store.ts';
import type { Reception } from './reception.ts';

type PutByPathDeps = Pick<Ports, 'baseUrl' | 'database' | 'clock'> & { readonly files: Files };

/** `PUT /files/by-path/{path}`: stores a file from one request with an API key or a session. */
export function mountPutByPath(router: Router, deps: PutByPathDeps, reception: Reception): void {
  const { files, baseUrl, database } = deps;

  router.mountBytes(endpoints.putFileByPath, async ({ caller, params, query, request, response }) => {
    if (query.share) requireScope(caller, 'shares');
    const path = parseItemPath(params.path);
    const root = pathRootOf(caller, query.folderId);
    const given =
      query.folderId === undefined
        ? undefined
        : await requireGiven(caller, query.folderId, query.share ? 'share' : 'add');
    const conditions = readConditions(request, query.onConflict);
    const { file, isReplaced } = await reception.store({
      owner: caller,
      ...given?.target,
      body: readBody(request),
      fileName: path.name,
      contentType: query.contentType ?? contentTypeOf(request, path.name),
      modifiedAt: query.modifiedAt ?? readModifiedAt(request, response),
      annotations: readAnnotations(request),
      share: query.share,
      check: (reader) => check(deps, reader, root, path, conditions),
      place: (tx) => place(deps, tx, root, path, { ...conditions, share: query.share }),
    });
    const location = await locate(caller, given, { folders: path.folders, name: file.name });
    const item = await files.views.show(database.reader, caller, file);
    const body = JSON.stringify(relativeTo(rootOf(caller), item));
    response.writeHead(isReplaced ? 200 : 201, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      etag: `"${file.sha256}"`,
      location: baseUrl.link(`/files/by-path/${location}`),
    });
    response.end(body);
  });

  async function requireGiven(caller: Caller, id: string, action: Action): Promise<GivenFolder> {
    const find = () => files.requireFolder(database.reader, caller.userId, id, action);
    const { ownerId } = await find();
    const isOwn: boolean = mayDo(caller.userId, { ownerId }, 'manage');
    const permission = { allowedTypes: null, require: async () => void (await find()) };
    return { id, isOwn, target: { treeOwnerId: ownerId, ...(isOwn ? {} : { permission }) } };
  }

  /** The path from the caller's root; in a tree of others, which no root of the caller contains, from the given folder. */
  async function locate(caller: Caller, given: GivenFolder | undefined, path: ItemPath): Promise<string> {
    if (given === undefined || given.id === rootOf(caller)) return formatItemPath(path);
    if (!given.isOwn) return `${formatItemPath(path)}?folderId=${given.id}`;
    const above = await files.listPath(database.reader, given.id);
    const below = above.slice(above.findIndex(({ id }) => id === rootOf(caller)) + 1);
    return formatItemPath({ ...path, folders: [...below.map(({ name }) => name), ...path.folders] });
  }
}

/** The folder that a path begins in, instead of the caller's root. */
interface GivenFolder {
  readonly id: string;
  readonly isOwn: boolean;
  /** Of others, it depends on the caller's role, which may be taken away while the bytes arrive. */
  readonly target: Pick<FileToStore, 'treeOwnerId' | 'permission'>;
}

/** Throws the errors of `place`, so that a large body need not be sent for nothing. */
async function check(
  { files, clock }: PutByPathDeps,
  reader: Reader,
  root: PathRoot,
  path: ItemPath,
  conditions: DeclaredConditions,
): Promise<{ readonly replaces: boolean }> {
  const found = await files.findAtPath(reader, root, path);
  if (found.kind === 'below a file') throw belowFile(found.fileName);
  const sibling = found.kind === 'item' ? found.item : undefined;
  requirePrecondition(conditions.precondition, sibling);
  requireUnmodified(conditions, sibling, clock.now());
  requireNoFolder(path, sibling);
  requireReplaceable(path.name, conditions.onConflict, sibling);
  const replaces = sibling !== undefined && conditions.onConflict === 'replace';
  if (replaces) requireMay(root.userId, sibling, 'write', fileNotFound);
  return { replaces };
}

async function place(
  { files, clock }: PutByPathDeps,
  tx: Tx,
  root: PathRoot,
  path: ItemPath,
  { share, ...conditions }: DeclaredConditions & { readonly share: boolean },
): Promise<FilePlace> {
  const { taken, ownerId, folderId, folderRowId } = await files.ensurePlace(tx, root, path, share ? 'share' : 'add');
  // A precondition is checked first, together with the item of that name.
  if (conditions.precondition === null) requireNoFolder(path, taken);
  if (conditions.unmodifiedSince !== null && taken !== undefined)
    requireUnmodified(conditions, await files.findFile(tx, taken.id), clock.now());
  const { onConflict, precondition } = conditions;
  // Of a member, the new row is read with what they were given on it.
  if (mayDo(root.userId, { ownerId }, 'write')) return { folderRowId, folderId, onConflict, precondition };
  if (taken !== undefined && onConflict === 'replace')
    requireMay(root.userId, await files.findFile(tx, taken.id, root.userId), 'write', fileNotFound);
  return { folderRowId, onConflict, precondition };
}

/** RFC 9110, 13.1.4. Throws `precondition_failed`. */
function requireUnmodified({ unmodifiedSince }: DeclaredConditions, file: FileRow | undefined, now: number): void {
  if (unmodifiedSince === null || file === undefined || file.isFolder) return;
  const headers = { 'if-unmodified-since': unmodifiedSince };
  if (evaluatePreconditions({ method: 'PUT', headers }, contentDates(file, now), now) === 'failed')
    throw new DomainError('precondition_failed', `${file.name} was modified after ${unmodifiedSince}.`);
}

function requireNoFolder({ name }: ItemPath, taken: { readonly isFolder: boolean } | undefined): void {
  if (taken?.isFolder === true)
    throw new DomainError('name_conflict', `${name} is a folder. Choose another name for the file.`);
}
