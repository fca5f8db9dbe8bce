import { secondMs } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import { conditionXml, DavError } from './dav-error.ts';
import { hrefOf } from './dav-path.ts';
import type { DavDeps, DavRequest } from './dav-request.ts';
import { isProtected, isSettable } from './live-properties.ts';
import { sendMultiStatus } from './multi-status.ts';
import { isOcChecksums } from './oc-checksums.ts';
import { changeProperties } from './property-quota.ts';
import { listProperties, removeProperty, setProperty, type DeadProperty } from './property-store.ts';
import {
  childElements,
  davNamespace,
  escapeXml,
  findChild,
  isDav,
  outerXml,
  requireFew,
  textOf,
  wrapXml,
  type XmlElement,
} from './xml-document.ts';

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
  const { files, baseUrl } = deps;
  const { names, caller, response } = dav;
  const changes = parseChanges(await dav.xml());
  if (changes.length === 0) throw new DomainError('bad_request', 'A DAV:propertyupdate names at least one property.');
  const isFolder = await dav.change(async (tx) => {
    const resource = await dav.findRequested(tx);
    if (resource === undefined) throw new DavError(404);
    await dav.check(tx, { resources: [names] });
    if (changes.some(({ property }) => isProtected(property))) return resource.isFolder;
    const rowId = resource.rowId ?? (await files.ensureRoot(tx, caller.userId));
    await changeProperties(deps, tx, dav, rowId, async () => {
      for (const { property, removes } of changes) {
        const { namespace, name } = property;
        // rclone states the sums that it knows together with a time. The server has its own.
        if (isOcChecksums(property)) continue;
        if (isTime(property)) await files.setModifiedAt(tx, rowId, removes ? null : parseTime(property));
        else if (removes) await removeProperty(tx, rowId, { namespace, name });
        else await setProperty(tx, rowId, { namespace, name, xml: requireShort(outerXml(property)) });
      }
    });
    requireFewProperties((await listProperties(tx, [rowId])).get(rowId) ?? []);
    return resource.isFolder;
  });
  const refused = changes.filter(({ property }) => isProtected(property));
  const others = changes.filter((change) => !refused.includes(change));
  await sendMultiStatus(response, [
    `<D:response><D:href>${escapeXml(hrefOf(baseUrl, names, isFolder))}</D:href>` +
      propstat(refused, '403 Forbidden', conditionXml({ condition: 'cannot-modify-protected-property', hrefs: [] })) +
      propstat(others, refused.length > 0 ? '424 Failed Dependency' : '200 OK') +
      '</D:response>',
  ]);
}

/** How ownCloud's clients, and rclone as one of them, set the time of a file: a property that is never read. */
const isOwnCloudTime = ({ namespace, name }: XmlElement): boolean =>
  namespace === davNamespace && name === 'lastmodified';

/** Sets the time of the item instead of a dead property, which would survive the content that the time belongs to. */
const isTime = (property: XmlElement): boolean => isOwnCloudTime(property) || isSettable(property);

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
