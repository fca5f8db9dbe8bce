import type { IncomingMessage } from 'node:http';
import { ContentType, endpoints, type OnConflict } from '@drive/contract';
import type { Reader, Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { findHeader, relativeTo, requireScope, rootOf, type Caller, type Router } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import {
  belowFile,
  formatItemPath,
  mediaTypeOf,
  parseItemPath,
  pathRootOf,
  requirePrecondition,
  requireReplaceable,
  type Files,
  type ItemPath,
  type PathRoot,
  type Precondition,
} from '../files/index.ts';
import { bytesOfBody, findReprDigest } from './body-headers.ts';
import type { FilePlace, StoreFile } from './store-file.ts';

type PutByPathDeps = Pick<Ports, 'baseUrl' | 'database'> & { readonly files: Files };

interface Conditions {
  readonly onConflict: OnConflict;
  readonly precondition: Precondition | null;
}

/** `PUT /files/by-path/{path}`: stores a file from one request with an API key or a session. */
export function mountPutByPath(router: Router, deps: PutByPathDeps, storeFile: StoreFile): void {
  const { files, baseUrl, database } = deps;

  router.mountBytes(endpoints.putFileByPath, async ({ caller, params, query, request, response }) => {
    if (query.share) requireScope(caller, 'shares');
    const path = parseItemPath(params.path);
    const root = pathRootOf(caller, query.folderId);
    const conditions = conditionsOf(request, query.onConflict);
    const { file, isReplaced } = await storeFile({
      owner: caller,
      body: { announcedBytes: bytesOfBody(request), sha256: findReprDigest(request), stream: request },
      contentType: query.contentType ?? contentTypeOf(request, path.name),
      modifiedAt: query.modifiedAt ?? null,
      share: query.share,
      check: (reader) => check(files, reader, root, path, conditions),
      place: (tx) => place(files, tx, root, path, conditions),
    });
    const stored = { folders: [...(await foldersAbove(query.folderId, caller)), ...path.folders], name: file.name };
    const body = JSON.stringify(relativeTo(rootOf(caller), files.toItem(file)));
    response.writeHead(isReplaced ? 200 : 201, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      etag: `"${file.sha256}"`,
      location: baseUrl.link(`/files/by-path/${formatItemPath(stored)}`),
    });
    response.end(body);
  });

  /** Names of the folders from the caller's root down to the given one, which is included. */
  async function foldersAbove(folderId: string | undefined, caller: Caller): Promise<string[]> {
    if (folderId === undefined || folderId === rootOf(caller)) return [];
    const path = await files.listPath(database.reader, folderId);
    return path.slice(path.findIndex(({ id }) => id === rootOf(caller)) + 1).map(({ name }) => name);
  }
}

/** Throws the errors of `place`, so that a large body need not be sent for nothing. */
async function check(
  files: Files,
  reader: Reader,
  root: PathRoot,
  path: ItemPath,
  conditions: Conditions,
): Promise<void> {
  const found = await files.findAtPath(reader, root, path);
  if (found.kind === 'below a file') throw belowFile(found.fileName);
  const sibling = found.kind === 'item' ? found.item : undefined;
  requirePrecondition(conditions.precondition, sibling);
  requireNoFolder(path, sibling);
  requireReplaceable(path.name, conditions.onConflict, sibling);
}

async function place(files: Files, tx: Tx, root: PathRoot, path: ItemPath, conditions: Conditions): Promise<FilePlace> {
  const { taken, ...folder } = await files.ensurePlace(tx, root, path);
  // A precondition is checked first, together with the item of that name.
  if (conditions.precondition === null) requireNoFolder(path, taken);
  return { ...folder, fileName: path.name, ...conditions };
}

function requireNoFolder({ name }: ItemPath, taken: { readonly isFolder: boolean } | undefined): void {
  if (taken?.isFolder === true)
    throw new DomainError('name_conflict', `${name} is a folder. Choose another name for the file.`);
}

/** `If-Match` implies a replacement, so it needs no `onConflict`. */
function conditionsOf(request: IncomingMessage, onConflict: OnConflict | undefined): Conditions {
  const ifNoneMatch = findHeader(request, 'if-none-match')?.trim();
  const ifMatch = findHeader(request, 'if-match')?.trim();
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*')
    throw new DomainError('bad_request', 'A PUT accepts If-None-Match: * only.');
  if (ifMatch === undefined)
    return { onConflict: onConflict ?? 'rename', precondition: ifNoneMatch === undefined ? null : 'absent' };
  if (ifNoneMatch !== undefined) throw new DomainError('bad_request', 'Send either If-Match or If-None-Match.');
  if ((onConflict ?? 'replace') !== 'replace')
    throw new DomainError('bad_request', `If-Match replaces a file. Send it without onConflict=${onConflict}.`);
  return { onConflict: 'replace', precondition: ifMatch === '*' ? 'present' : sumsOf(ifMatch) };
}

/** The SHA-256 sums in a list of ETags. Weak ones match nothing (RFC 9110, 13.1.1). */
const sumsOf = (ifMatch: string): string[] =>
  ifMatch.split(',').flatMap((tag) => /^"([0-9a-f]{64})"$/.exec(tag.trim())?.[1] ?? []);

/** The type that curl sends with `--data-binary` does not describe the file. */
const isOfForm = /^application\/x-www-form-urlencoded *(;|$)/i;

function contentTypeOf(request: IncomingMessage, name: string): string {
  const header = ContentType.safeParse(request.headers['content-type']);
  return header.success && !isOfForm.test(header.data) ? header.data : mediaTypeOf(name);
}
