import type { Reader } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { DavDeps, DavRequest } from './dav-request.ts';
import { DavError } from './dav-error.ts';
import { hrefOf } from './dav-path.ts';
import { isLive, listedNames, liveProperty, type PropertyContext } from './live-properties.ts';
import { openMultiStatus } from './multi-status.ts';
import { listProperties, type DeadProperty } from './property-store.ts';
import { resourceOf, type Resource } from './resources.ts';
import {
  childElements,
  davNamespace,
  escapeXml,
  findChild,
  isDav,
  requireFew,
  wrapXml,
  type XmlElement,
} from './xml-document.ts';

type PropertyName = Pick<XmlElement, 'namespace' | 'name'>;

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
  return { kind: 'all', names: include === undefined ? [] : propertyNames(include) };
}

/** Without duplicates, so that each property is written once. */
const propertyNames = (parent: XmlElement): PropertyName[] => [
  ...new Map(requireFew(childElements(parent)).map((each) => [`${each.namespace} ${each.name}`, each])).values(),
];

/** PROPFIND of depth 0 or 1 (RFC 4918, 9.1). The answer is written while the folder is read. */
export async function propfind(deps: DavDeps, dav: DavRequest): Promise<void> {
  const { database, files, accounts, clock, baseUrl } = deps;
  const { reader } = database;
  const { caller } = dav;
  const depth = dav.depth('infinity', '0', '1');
  const wanted = parseWanted(await dav.xml());
  const resource = await dav.find(reader);
  if (resource === undefined) throw new DavError(404);
  if (depth === 'infinity' && resource.isFolder) throw new DavError(403, 'propfind-finite-depth');

  const usage = await files.findUsage(reader, caller.userId);
  const context: PropertyContext = {
    baseUrl,
    now: clock.now(),
    locks: await dav.listLocks(reader),
    usedBytes: usage.usedBytes,
    quotaBytes: usage.quotaBytes ?? accounts.planLimits(caller.plan).quotaBytes,
  };
  const answer = openMultiStatus(dav.response);
  const write = async (resources: readonly Resource[]): Promise<boolean> => {
    for await (const responses of responsesOf(reader, resources, wanted, context))
      if (!(await answer.write(responses))) return false;
    return true;
  };
  if (!(await write([resource]))) return;
  if (depth === '1' && resource.isFolder && resource.rowId !== undefined)
    for await (const rows of files.childrenOf(reader, resource.rowId)) {
      const children = rows.map((row) => resourceOf([...resource.names, row.name], row));
      if (!(await write(children))) return;
    }
  await answer.end();
}

/** Resources whose dead properties are in memory at a time. */
const sliceResources = 16;
/** Characters of the answer from which on they are sent before more are made. */
const pieceCharacters = 64 * 1024;

async function* responsesOf(
  reader: Reader,
  resources: readonly Resource[],
  wanted: Wanted,
  context: PropertyContext,
): AsyncGenerator<string> {
  const needsDead = wanted.kind !== 'listed' || wanted.names.some(({ namespace, name }) => !isLive(namespace, name));
  let piece = '';
  for (let at = 0; at < resources.length; at += sliceResources) {
    const slice = resources.slice(at, at + sliceResources);
    const rowIds = slice.flatMap(({ rowId }) => rowId ?? []);
    const dead = needsDead ? await listProperties(reader, rowIds) : new Map<number, DeadProperty[]>();
    for (const resource of slice) {
      piece += responseOf(resource, wanted, context, dead.get(resource.rowId ?? 0) ?? []);
      if (piece.length < pieceCharacters) continue;
      yield piece;
      piece = '';
    }
  }
  if (piece !== '') yield piece;
}

function responseOf(
  resource: Resource,
  wanted: Wanted,
  context: PropertyContext,
  dead: readonly DeadProperty[],
): string {
  const found: string[] = [];
  const missing: string[] = [];
  const addLive = (name: string): boolean => {
    const value = liveProperty(name, resource, context);
    if (value !== undefined) found.push(wrapXml(davNamespace, name, wanted.kind === 'names' ? '' : value));
    return value !== undefined;
  };
  if (wanted.kind !== 'listed') {
    for (const name of listedNames) addLive(name);
    for (const { namespace, name, xml } of dead)
      found.push(wanted.kind === 'names' ? wrapXml(namespace, name, '') : xml);
  }
  for (const { namespace, name } of wanted.names) {
    if (isLive(namespace, name) && addLive(name)) continue;
    const kept = dead.find((each) => each.namespace === namespace && each.name === name);
    if (kept === undefined) missing.push(wrapXml(namespace, name, ''));
    else found.push(kept.xml);
  }
  const href = escapeXml(hrefOf(context.baseUrl, resource.names, resource.isFolder));
  const stats = [
    // A response without any propstat would be invalid.
    ...(found.length > 0 || missing.length === 0 ? [propstat(found, '200 OK')] : []),
    ...(missing.length > 0 ? [propstat(missing, '404 Not Found')] : []),
  ];
  return `<D:response><D:href>${href}</D:href>${stats.join('')}</D:response>`;
}

const propstat = (properties: readonly string[], status: string): string =>
  `<D:propstat><D:prop>${properties.join('')}</D:prop><D:status>HTTP/1.1 ${status}</D:status></D:propstat>`;
