import { Readable } from 'node:stream';
import { secondMs } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { mediaTypeOf } from '../files/index.ts';
import { sendXml, DavError } from './dav-error.ts';
import { requireNewName } from './dav-path.ts';
import type { DavDeps, DavRequest } from './dav-request.ts';
import { deleteLocks, extendLock, insertLock, pathOf, type Lock } from './lock-store.ts';
import { covers, lockDiscovery, requireNoConflict, requireTokens } from './locks.ts';
import { requireParent } from './resources.ts';
import { findChild, innerXml, isDav, type XmlElement } from './xml-document.ts';

/** Locks of one user: far more than a client holds. */
const maxLocks = 1000;
const maxOwnerCharacters = 4096;

/** RFC 4918, 9.10: without a body refreshes a lock; without a resource creates an empty file (7.3). */
export async function lockResource(deps: DavDeps, dav: DavRequest): Promise<void> {
  const { database, files, uploads, clock, random } = deps;
  const { names, caller } = dav;
  const body = await dav.xml();
  if (body === undefined) return refreshLock(deps, dav);
  const timeoutSeconds = dav.timeoutSeconds();
  const lock: Lock = {
    ...parseLockInfo(body),
    token: `urn:uuid:${random.uuid()}`,
    path: pathOf(names),
    isDeep: dav.depth('infinity', '0') === 'infinity',
    timeoutSeconds,
    expiresAt: clock.now() + timeoutSeconds * secondMs,
  };
  const grant = async (tx: Tx): Promise<void> => {
    const locks = await dav.listLocks(tx);
    requireNoConflict(locks, lock, deps.baseUrl);
    if (locks.length >= maxLocks)
      throw new DomainError('too_many_requests', `At most ${maxLocks} locks may be held. Release some.`);
    await insertLock(tx, caller.userId, { ...lock, path: await dav.storedPath(tx) });
  };

  const isMapped = await dav.change(async (tx) => {
    await dav.checkConditions(tx);
    if ((await dav.find(tx)) === undefined) return false;
    await grant(tx);
    return true;
  });
  if (!isMapped) {
    const fileName = requireNewName(names);
    await uploads.storeFile({
      owner: caller,
      body: { stream: Readable.from([]), announcedBytes: 0, sha256: undefined },
      contentType: mediaTypeOf(fileName),
      modifiedAt: null,
      share: false,
      check: async () => undefined,
      place: async (tx) => {
        await files.lockTree(tx, caller.userId);
        const folderRowId = await requireParent(files, tx, caller, names);
        requireTokens(await dav.listLocks(tx), dav.tokens, { members: [names.slice(0, -1)] }, deps.baseUrl);
        await grant(tx);
        return { folderRowId, fileName, onConflict: 'fail', precondition: null };
      },
    });
  }
  dav.response.setHeader('lock-token', `<${lock.token}>`);
  await sendLocks(deps, dav, isMapped ? 200 : 201, await dav.listLocks(database.reader));
}

async function refreshLock(deps: DavDeps, dav: DavRequest): Promise<void> {
  const { clock } = deps;
  const refreshed = await dav.change(async (tx) => {
    await dav.checkConditions(tx);
    const locks = await dav.listLocks(tx);
    const lock = locks.find(({ token }) => dav.tokens.has(token));
    // RFC 4918, 9.10.2 and 16.
    if (lock === undefined || !covers(lock, dav.names)) throw new DavError(412, 'lock-token-matches-request-uri');
    requireOwnLevel(lock);
    const timeoutSeconds = dav.timeoutSeconds(lock.timeoutSeconds);
    const extended = { ...lock, timeoutSeconds, expiresAt: clock.now() + timeoutSeconds * secondMs };
    await extendLock(tx, extended);
    return locks.map((each) => (each === lock ? extended : each));
  });
  await sendLocks(deps, dav, 200, refreshed);
}

async function sendLocks(
  { baseUrl, clock }: DavDeps,
  { response, names }: DavRequest,
  status: number,
  locks: readonly Lock[],
): Promise<void> {
  const active = lockDiscovery(
    locks.filter((lock) => covers(lock, names)),
    baseUrl,
    clock.now(),
  );
  sendXml(response, status, `<D:prop xmlns:D="DAV:"><D:lockdiscovery>${active}</D:lockdiscovery></D:prop>`);
}

/** UNLOCK (RFC 4918, 9.11): by any URL that the lock covers. */
export async function unlockResource(_deps: DavDeps, dav: DavRequest): Promise<void> {
  const token = /^<([^<>]+)>$/.exec(dav.header('lock-token')?.trim() ?? '')?.[1];
  if (token === undefined) throw new DomainError('bad_request', 'Send a Lock-Token: <urn:uuid:…>.');
  await dav.change(async (tx) => {
    const lock = (await dav.listLocks(tx)).find((each) => each.token === token);
    if (lock === undefined || !covers(lock, dav.names)) throw new DavError(409, 'lock-token-matches-request-uri');
    requireOwnLevel(lock);
    await deleteLocks(tx, [token]);
  });
  dav.response.writeHead(204).end();
}

function requireOwnLevel({ isAbove }: Lock): void {
  if (isAbove === true) throw new DavError(403);
}

function parseLockInfo(body: XmlElement): Pick<Lock, 'isExclusive' | 'ownerXml'> {
  const scope = findChild(body, 'lockscope');
  const type = findChild(body, 'locktype');
  if (!isDav(body, 'lockinfo') || scope === undefined || type === undefined)
    throw new DomainError('bad_request', 'The body must be a DAV:lockinfo with lockscope and locktype.');
  const isExclusive = findChild(scope, 'exclusive') !== undefined;
  if (findChild(type, 'write') === undefined || (!isExclusive && findChild(scope, 'shared') === undefined))
    throw new DomainError('bad_request', 'Locks are write locks, exclusive or shared.');
  const owner = findChild(body, 'owner');
  const ownerXml = owner === undefined ? null : innerXml(owner);
  if (ownerXml !== null && ownerXml.length > maxOwnerCharacters)
    throw new DomainError('bad_request', `DAV:owner may have at most ${maxOwnerCharacters} characters.`);
  return { isExclusive, ownerXml };
}
