import {
  childElements,
  DavError,
  escapeXml,
  findChild,
  hrefOf,
  isDav,
  requireFew,
  sendMultiStatus,
  wrapXml,
  type XmlElement,
} from '@drive/webdav-protocol';
import type { Reader } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { DavDeps, DavRequest } from './dav-request.ts';
import { DeadProperties } from './dead-properties.ts';
import {
  isLive,
  isLockDiscovery,
  listedProperties,
  liveProperty,
  type PropertyContext,
  type PropertyName,
} from './live-properties.ts';
import { LockDiscovery } from './lock-discovery.ts';
import { findLockOwner } from './lock-store.ts';
import { isOcChecksums, OcChecksums } from './oc-checksums.ts';
import type { Resource } from './resources.ts';

interface Wanted {
  readonly kind: 'all' | 'names' | 'listed';
  /** With `listed`, all names; with `all`, the additional ones. */
  readonly names: readonly PropertyName[];
}

function parseWanted(body: XmlElement | undefined): Wanted {
  if (body === undefined) return { kind: 'all', names: [] };
  if (!isDav(body, 'propfind')) throw new DomainError('bad_request', 'The body must be a DAV:propfind.');
  const prop = findChild(body, 'prop');
  if (prop !== undefined) return { kind: 'listed', names: propertyNames(prop) };
  if (findChild(body, 'propname') !== undefined) return { kind: 'names', names: [] };
  const include = findChild(body, 'include');
  if (findChild(body, 'allprop') === undefined && include === undefined)
    throw new DomainError('bad_request', 'A DAV:propfind contains prop, allprop or propname.');
  const listed = new Set(listedProperties.map(keyOf));
  const included = include === undefined ? [] : propertyNames(include);
  return { kind: 'all', names: included.filter((name) => !listed.has(keyOf(name))) };
}

const keyOf = ({ namespace, name }: PropertyName): string => `${namespace} ${name}`;

/** Without duplicates, so that each property is written once. */
const propertyNames = (parent: XmlElement): PropertyName[] => [
  ...new Map(requireFew(childElements(parent)).map((each) => [keyOf(each), each])).values(),
];

/** What the responses of one answer share. */
interface Answer extends PropertyContext {
  readonly reader: Reader;
  readonly wanted: Wanted;
  readonly locks: LockDiscovery;
  /** undefined: not asked for. */
  readonly checksums: OcChecksums | undefined;
}

/** PROPFIND of depth 0 or 1 (RFC 4918, 9.1). The answer is rendered while the folder is read. */
export async function propfind(deps: DavDeps, dav: DavRequest): Promise<void> {
  const { database, clock } = deps;
  const { reader } = database;
  const { rootPath } = dav;
  const depth = dav.depth('infinity', '0', '1');
  const wanted = parseWanted(await dav.xml());
  const resource = await dav.findRequested(reader);
  if (resource === undefined) throw new DavError(404);
  if (depth === 'infinity' && resource.isFolder) throw new DavError(403, 'propfind-finite-depth');

  const answer: Answer = {
    reader,
    wanted,
    rootPath,
    locks: new LockDiscovery(resource.names, await dav.listLocks(reader), {
      rootPath,
      now: clock.now(),
      findOwner: (token) => findLockOwner(reader, token),
    }),
    checksums: wanted.names.some(isOcChecksums) ? new OcChecksums(deps) : undefined,
    quota: await findQuota(deps, dav, resource),
  };
  async function* responses(): AsyncGenerator<string> {
    yield* responsesOf([resource!], answer);
    if (depth !== '1' || resource?.isFolder !== true) return;
    const folderHref = escapeXml(hrefOf(rootPath, resource.names, true));
    for await (const members of dav.membersOf(reader, resource, rowsAtOnce))
      yield* responsesOf(members, answer, folderHref);
  }
  await sendMultiStatus(dav.response, responses());
  await answer.checksums?.want();
}

/** A member learns nothing of how full the tree of another user is. */
async function findQuota(
  { files, accounts, database }: DavDeps,
  { caller }: DavRequest,
  { tree }: Resource,
): Promise<PropertyContext['quota']> {
  if (tree === undefined || tree.kind === 'given') return undefined;
  const { usedBytes, quotaBytes } = await files.findUsage(database.reader, tree.ownerId);
  const planQuotaBytes = tree.kind === 'own' ? accounts.planLimits(caller.plan).quotaBytes : null;
  return { usedBytes, quotaBytes: quotaBytes ?? planQuotaBytes };
}

/** Rows in memory at a time, because a client may read its answer slowly. */
const rowsAtOnce = 64;

/** Characters from which on a piece is sent before more is rendered. */
const pieceCharacters = 4 * 1024;

/** `folderHref` is that of their folder, if they are children of the requested one. */
async function* responsesOf(
  resources: readonly Resource[],
  answer: Answer,
  folderHref?: string,
): AsyncGenerator<string> {
  const { kind, names } = answer.wanted;
  await answer.checksums?.read(resources);
  const dead = await DeadProperties.of(
    answer.reader,
    resources.flatMap(({ rowId }) => rowId ?? []),
    {
      only: kind === 'listed' ? names.filter((name) => !isLive(name) && !isOcChecksums(name)) : undefined,
      withXml: kind !== 'names',
    },
  );
  let piece = '';
  for (const resource of resources) {
    const properties = propertiesOf(resource, answer, dead);
    const { names: path, isFolder } = resource;
    const href =
      folderHref === undefined
        ? escapeXml(hrefOf(answer.rootPath, path, isFolder))
        : `${folderHref}${encodeURIComponent(path.at(-1) ?? '')}${isFolder ? '/' : ''}`;
    piece += `<D:response><D:href>${href}</D:href>`;
    if (properties.isFound) piece += `<D:propstat><D:prop>${properties.live}`;
    if (properties.rest !== undefined)
      for await (const more of properties.rest()) {
        piece += more;
        if (piece.length < pieceCharacters) continue;
        yield piece;
        piece = '';
      }
    piece += `${properties.isFound ? propstatEnd('200 OK') : ''}${properties.others()}</D:response>`;
    if (piece.length < pieceCharacters) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** The properties of one resource: the XML of those found, and after it the DAV:propstat of all others. */
function propertiesOf(resource: Resource, answer: Answer, dead: DeadProperties) {
  const { kind, names } = answer.wanted;
  const isNamesOnly = kind === 'names';
  const missing = new Map<string, PropertyName>();
  let live = '';
  let locks: ReturnType<LockDiscovery['take']> = [];
  const add = (name: PropertyName): boolean => {
    if (isLockDiscovery(name) && !isNamesOnly) {
      locks = answer.locks.take(resource.names);
      if (locks?.length === 0) live += '<D:lockdiscovery/>';
      return true;
    }
    const value = isOcChecksums(name)
      ? answer.checksums?.contentOf(resource)
      : isLive(name)
        ? liveProperty(name, resource, answer)
        : undefined;
    if (value !== undefined) live += wrapXml(name.namespace, name.name, isNamesOnly ? '' : value);
    return value !== undefined;
  };
  if (kind !== 'listed') for (const name of listedProperties) add(name);
  for (const name of names) if (!add(name) && !dead.has(resource.rowId, name)) missing.set(keyOf(name), name);
  const isOverLimit = locks === undefined;
  const hasLocks = locks !== undefined && locks.length > 0;
  const found = names.length - missing.size - (isOverLimit ? 1 : 0);

  /** Rendered while it is sent, because it may be large. */
  async function* rest(): AsyncGenerator<string> {
    if (hasLocks) yield* answer.locks.write(locks ?? []);
    for await (const property of dead.next(resource.rowId)) {
      missing.delete(keyOf(property));
      yield isNamesOnly ? wrapXml(property.namespace, property.name, '') : property.xml;
    }
  }
  return {
    live,
    // A response without any propstat would be invalid, so an empty one is written.
    isFound: kind !== 'listed' || found > 0 || names.length === 0,
    rest: hasLocks || dead.hasAny(resource.rowId) ? rest : undefined,
    others: () =>
      (missing.size === 0
        ? ''
        : `<D:propstat><D:prop>${[...missing.values()].map(({ namespace, name }) => wrapXml(namespace, name, '')).join('')}${propstatEnd('404 Not Found')}`) +
      (isOverLimit ? `<D:propstat><D:prop><D:lockdiscovery/>${propstatEnd('507 Insufficient Storage')}` : ''),
  };
}

const propstatEnd = (status: string): string => `</D:prop><D:status>HTTP/1.1 ${status}</D:status></D:propstat>`;
