import { Readable } from 'node:stream';
import { secondMs } from '@drive/base';
import { contentTypeOf } from '@drive/contract/content-types';
import { DavError, findChild, innerXml, isDav, requireNewName, sendXml, type XmlElement } from '@drive/webdav-protocol';
import { mayDo } from '../../platform/access/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { DavDeps, DavRequest } from './dav-request.ts';
import { activeLockInFull } from './lock-discovery.ts';
import { countLocks, deleteLocks, extendLock, findLockOwner, insertLock, type Lock } from './lock-store.ts';
import { covers, isSubmitted, requireNoConflict, requireTokens } from './locks.ts';
import { findWriteTarget } from './write-target.ts';

/** Locks of one user, whatever part of the drive the key sees: far more than clients hold. */
const maxLocks = 100;
/** Bytes of the XML in a `DAV:owner`: far more than the name and address that clients send. */
const maxOwnerBytes = 1024;

/** RFC 4918, 9.10: without a body refreshes a lock; without a resource creates an empty file (7.3). */
export async function lockResource(deps: DavDeps, dav: DavRequest): Promise<void> {
  const { files, uploads, clock, random } = deps;
  const { names, caller } = dav;
  const body = await dav.xml();
  if (body === undefined) return refreshLock(deps, dav);
  const timeoutSeconds = dav.timeoutSeconds();
  const { isExclusive, ownerXml } = parseLockInfo(body);
  const lock: Lock = {
    token: `urn:uuid:${random.uuid()}`,
    names,
    isExclusive,
    isDeep: dav.depth('infinity', '0') === 'infinity',
    timeoutSeconds,
    expiresAt: clock.now() + timeoutSeconds * secondMs,
    createdBy: null,
    itemRowId: null,
    isForeign: false,
  };
  /** `itemRowId`: of the resource, or of its folder until it exists. */
  const grant = async (tx: Tx, itemRowId: number | undefined): Promise<void> => {
    requireNoConflict(await dav.listLocks(tx), lock, dav.rootPath);
    if ((await countLocks(tx, caller.userId, clock.now())) >= maxLocks)
      throw new DavError(507, {
        message: `You hold ${maxLocks} locks, which is the limit of a user. Unlock something, or wait: locks end after at most an hour.`,
      });
    const { ownerId, path } = await dav.storedPath(tx);
    const ofMember = mayDo(caller.userId, { ownerId }, 'manage')
      ? {}
      : { createdBy: caller.userId, itemRowId: itemRowId ?? null };
    await insertLock(tx, ownerId, { lock: { ...lock, ...ofMember }, path, ownerXml });
  };

  const isMapped = await dav.change(async (tx) => {
    await dav.checkConditions(tx);
    const resource = await dav.findRequested(tx);
    if (resource === undefined) return false;
    dav.requireToChange(tx, resource, 'tidy');
    await grant(tx, resource.rowId);
    return true;
  });
  if (!isMapped) {
    // Locking creates no folder, and the slash names nothing else.
    if (dav.hasSlash) throw new DavError(404);
    const fileName = requireNewName(names);
    const { target } = await findWriteTarget(deps, dav);
    await uploads.storeFile({
      owner: caller,
      ...target,
      body: { stream: Readable.from([]), sizeBytes: 0, digests: [] },
      fileName,
      contentType: contentTypeOf(fileName),
      modifiedAt: null,
      share: false,
      check: async () => ({ replaces: false }),
      place: async (tx) => {
        await files.lockTree(tx, target.treeOwnerId);
        const folderRowId = await dav.requireFolder(tx, names, target.treeOwnerId);
        requireTokens(await dav.listLocks(tx), dav.tokens, { members: [names.slice(0, -1)] }, dav.rootPath);
        await grant(tx, folderRowId);
        return { folderRowId, onConflict: 'fail', precondition: null };
      },
    });
  }
  dav.response.setHeader('lock-token', `<${lock.token}>`);
  await sendLock(deps, dav, isMapped ? 200 : 201, { lock, ownerXml });
}

async function refreshLock(deps: DavDeps, dav: DavRequest): Promise<void> {
  const { clock } = deps;
  const refreshed = await dav.change(async (tx) => {
    await dav.checkConditions(tx);
    const locks = await dav.listLocks(tx);
    const lock = locks.find((each) => isSubmitted(each, dav.tokens));
    // RFC 4918, 9.10.2 and 16.
    if (lock === undefined || !covers(lock, dav.names)) throw new DavError(412, 'lock-token-matches-request-uri');
    requireOwnLevel(lock);
    const timeoutSeconds = dav.timeoutSeconds(lock.timeoutSeconds);
    const extended = { ...lock, timeoutSeconds, expiresAt: clock.now() + timeoutSeconds * secondMs };
    await extendLock(tx, extended);
    return { lock: extended, ownerXml: await findLockOwner(tx, lock.token) };
  });
  await sendLock(deps, dav, 200, refreshed);
}

/** RFC 4918, 9.10.1: `DAV:lockdiscovery` with this lock. Shared locks beside it are listed by PROPFIND. */
async function sendLock(
  { clock }: DavDeps,
  { response, rootPath }: DavRequest,
  status: number,
  { lock, ownerXml }: { readonly lock: Lock; readonly ownerXml: string | null },
): Promise<void> {
  const active = activeLockInFull(lock, ownerXml, { rootPath, now: clock.now() });
  await sendXml(response, status, `<D:prop xmlns:D="DAV:"><D:lockdiscovery>${active}</D:lockdiscovery></D:prop>`);
}

/** UNLOCK (RFC 4918, 9.11): by any URL that the lock covers. */
export async function unlockResource(_deps: DavDeps, dav: DavRequest): Promise<void> {
  const token = /^<([^<>]+)>$/.exec(dav.header('lock-token')?.trim() ?? '')?.[1];
  if (token === undefined) throw new DomainError('bad_request', 'Send a Lock-Token: <urn:uuid:…>.');
  await dav.change(async (tx) => {
    const lock = (await dav.checkConditions(tx)).find((each) => isSubmitted(each, new Set([token])));
    if (lock === undefined || !covers(lock, dav.names)) throw new DavError(409, 'lock-token-matches-request-uri');
    requireOwnLevel(lock);
    await deleteLocks(tx, [token]);
  });
  dav.response.writeHead(204).end();
}

function requireOwnLevel({ isAbove }: Lock): void {
  if (isAbove === true) throw new DavError(403);
}

function parseLockInfo(body: XmlElement): { readonly isExclusive: boolean; readonly ownerXml: string | null } {
  const scope = findChild(body, 'lockscope');
  const type = findChild(body, 'locktype');
  if (!isDav(body, 'lockinfo') || scope === undefined || type === undefined)
    throw new DomainError('bad_request', 'The body must be a DAV:lockinfo with lockscope and locktype.');
  const isExclusive = findChild(scope, 'exclusive') !== undefined;
  if (findChild(type, 'write') === undefined || (!isExclusive && findChild(scope, 'shared') === undefined))
    throw new DomainError('bad_request', 'Locks are write locks, exclusive or shared.');
  const owner = findChild(body, 'owner');
  const ownerXml = owner === undefined ? null : innerXml(owner);
  const ownerBytes = Buffer.byteLength(ownerXml ?? '');
  if (ownerBytes > maxOwnerBytes)
    throw new DomainError(
      'bad_request',
      `DAV:owner has ${ownerBytes} bytes as XML, and may have at most ${maxOwnerBytes}. Send a name or an address.`,
    );
  return { isExclusive, ownerXml };
}
