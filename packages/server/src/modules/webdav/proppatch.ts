import { secondMs } from '@drive/base';
import {
  childElements,
  conditionXml,
  DavError,
  davNamespace,
  escapeXml,
  findChild,
  hrefOf,
  isDav,
  outerXml,
  requireFew,
  sendMultiStatus,
  textOf,
  wrapXml,
  type XmlElement,
} from '@drive/webdav-protocol';
import type { Tx } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { DavDeps, DavRequest } from './dav-request.ts';
import { isProtected, isSettable, isWindowsStamp } from './live-properties.ts';
import { isOcChecksums } from './oc-checksums.ts';
import { countProperties, propertyBytes, type CountedTree } from './property-bytes.ts';
import { listProperties, removeProperty, setProperty, type DeadProperty } from './property-store.ts';

/** Properties of one item, and characters as XML of one of them and of all together. */
const maxProperties = 100;
const maxCharacters = 16 * 1024;
const maxItemCharacters = 64 * 1024;

interface Change {
  readonly property: XmlElement;
  readonly removes: boolean;
}

function parseChanges(body: XmlElement | undefined): readonly Change[] {
  if (body === undefined || !isDav(body, 'propertyupdate'))
    throw new DomainError('bad_request', 'The body must be a DAV:propertyupdate.');
  const changes = childElements(body)
    .filter((each) => isDav(each, 'set') || isDav(each, 'remove'))
    .flatMap((each) => {
      const prop = findChild(each, 'prop');
      return prop === undefined
        ? []
        : childElements(prop).map((property) => ({ property, removes: each.name === 'remove' }));
    });
  return requireFew(changes);
}

/** PROPPATCH (RFC 4918, 9.2): all changes in their order, or none. */
export async function proppatch(deps: DavDeps, dav: DavRequest): Promise<void> {
  const { files } = deps;
  const { names, caller, response } = dav;
  const changes = parseChanges(await dav.xml());
  if (changes.length === 0) throw new DomainError('bad_request', 'A DAV:propertyupdate names at least one property.');
  const isFolder = await dav.change(async (tx) => {
    const resource = await dav.findRequested(tx);
    if (resource === undefined) throw new DavError(404);
    await dav.check(tx, { resources: [names] });
    const { ownerId } = dav.requireToChange(tx, resource, changes.every(isStamp) ? 'tidy' : 'write');
    if (changes.some(({ property }) => isProtected(property))) return resource.isFolder;
    const rowId = resource.rowId ?? (await files.ensureRoot(tx, caller.userId));
    // rclone states the sums that it knows together with a time. The server has its own.
    const settable = changes.filter(({ property }) => !isOcChecksums(property));
    for (const { property, removes } of settable.filter((change) => isTime(change.property)))
      await files.setModifiedAt(tx, resource.row ?? { rowId }, removes ? null : parseTime(property));
    const dead = settable.filter(({ property }) => !isTime(property));
    if (dead.length > 0) await changeDead(deps, tx, { caller, ownerId }, rowId, dead);
    return resource.isFolder;
  });
  const refused = changes.filter(({ property }) => isProtected(property));
  const others = changes.filter((change) => !refused.includes(change));
  await sendMultiStatus(response, [
    `<D:response><D:href>${escapeXml(hrefOf(dav.rootPath, names, isFolder))}</D:href>` +
      propstat(refused, '403 Forbidden', conditionXml({ condition: 'cannot-modify-protected-property', hrefs: [] })) +
      propstat(others, refused.length > 0 ? '424 Failed Dependency' : '200 OK') +
      '</D:response>',
  ]);
}

/** Changes the properties that clients set of an item (items.row_id). */
async function changeDead(
  deps: DavDeps,
  tx: Tx,
  tree: CountedTree,
  rowId: number,
  changes: readonly Change[],
): Promise<void> {
  const before = (await listProperties(tx, [rowId])).get(rowId) ?? [];
  const after = new Map(before.map((property) => [keyOf(property), property]));
  for (const { property, removes } of changes) {
    const { namespace, name } = property;
    if (removes) {
      await removeProperty(tx, rowId, { namespace, name });
      after.delete(keyOf(property));
    } else {
      const set = { namespace, name, xml: requireShort(outerXml(property)) };
      await setProperty(tx, rowId, set);
      after.set(keyOf(property), set);
    }
  }
  const left = [...after.values()];
  requireFewProperties(left);
  await countProperties(deps, tx, tree, propertyBytes(left) - propertyBytes(before));
}

const keyOf = ({ namespace, name }: Pick<DeadProperty, 'namespace' | 'name'>): string =>
  JSON.stringify([namespace, name]);

/** How ownCloud's clients, and rclone as one of them, set the time of a file: a property that is never read. */
const isOwnCloudTime = ({ namespace, name }: XmlElement): boolean =>
  namespace === davNamespace && name === 'lastmodified';

/** Sets the time of the item instead of a dead property, which would survive the content that the time belongs to. */
const isTime = (property: XmlElement): boolean => isOwnCloudTime(property) || isSettable(property);

/** A contributor sets what clients set of the file that they have just sent: a PUT does not carry it. All else needs an editor. */
const isStamp = ({ property, removes }: Change): boolean =>
  !removes && (isTime(property) || isWindowsStamp(property) || isOcChecksums(property));

/** Epoch milliseconds. Throws `bad_request`. */
function parseTime(property: XmlElement): number {
  const text = textOf(property).trim();
  const isSeconds = isOwnCloudTime(property) && /^-?\d{1,12}$/.test(text);
  const time = isSeconds ? Number(text) * secondMs : Date.parse(text);
  if (time >= minTime && time <= maxTime) return time;
  throw new DomainError(
    'bad_request',
    `${property.name} must be a time such as "Wed, 21 Oct 2015 07:28:00 GMT", in the years 1 to 9999.`,
  );
}

/** As in every time of the API. */
const minTime = Date.parse('0001-01-01T00:00:00.000Z');
const maxTime = Date.parse('9999-12-31T23:59:59.999Z');

function requireShort(xml: string): string {
  if (xml.length > maxCharacters) throw new DavError(507);
  return xml;
}

/** Throws 507 if an item has more than it may. */
function requireFewProperties(properties: readonly DeadProperty[]): void {
  const characters = properties.reduce((sum, { xml }) => sum + xml.length, 0);
  if (properties.length > maxProperties || characters > maxItemCharacters) throw new DavError(507);
}

const propstat = (changes: readonly Change[], status: string, error = ''): string =>
  changes.length === 0
    ? ''
    : `<D:propstat><D:prop>${changes.map(({ property }) => wrapXml(property.namespace, property.name, '')).join('')}</D:prop>` +
      `<D:status>HTTP/1.1 ${status}</D:status>${error}</D:propstat>`;
