import { isoTime } from '@drive/base';
import { attachmentType } from '@drive/http-api';
import { davNamespace, escapeXml, microsoftNamespace, type XmlElement } from '@drive/webdav-protocol';
import type { FileRow } from '../files/index.ts';
import { supportedLock } from './lock-discovery.ts';
import { etagOf, isFile, type Resource } from './resources.ts';

export interface PropertyContext {
  /** Path of the root of the mount. */
  readonly rootPath: string;
  /** Of the tree; undefined: not shown. `quotaBytes` is null without a quota. */
  readonly quota: { readonly usedBytes: number; readonly quotaBytes: number | null } | undefined;
}

export type PropertyName = Pick<XmlElement, 'namespace' | 'name'>;
type LiveProperty = (resource: Resource, context: PropertyContext) => string | undefined;

/**
 * Content of each live property of `DAV:` as XML; undefined if the resource does not have it. That of `lockdiscovery` is
 * in `LockDiscovery`.
 */
const davProperties: Readonly<Record<string, LiveProperty>> = {
  creationdate: ({ row }) => row && isoTime(row.createdAt),
  displayname: ({ names, row, isTop }) => escapeXml((isTop ? names.at(-1) : row?.name) ?? 'Drive'),
  getcontentlength: (resource) => (isFile(resource) ? String(resource.row.sizeBytes) : undefined),
  getcontenttype: (resource) => (isFile(resource) ? escapeXml(attachmentType(resource.row.mimeType ?? '')) : undefined),
  getetag: (resource) => (isFile(resource) ? escapeXml(etagOf(resource.row)) : undefined),
  getlastmodified: ({ row }) => row && lastModified(row),
  resourcetype: ({ isFolder }) => (isFolder ? '<D:collection/>' : ''),
  supportedlock: () => supportedLock,
  lockdiscovery: () => '',
  // RFC 4331: folders have these properties, which are returned on request by name only.
  'quota-used-bytes': ({ isFolder }, { quota }) =>
    isFolder && quota !== undefined ? String(quota.usedBytes) : undefined,
  'quota-available-bytes': ({ isFolder }, { quota }) => {
    if (!isFolder || quota === undefined || quota.quotaBytes === null) return undefined;
    return String(Math.max(0, quota.quotaBytes - quota.usedBytes));
  },
};

/**
 * The client's modification time of the file, else its upload time: as GET has it in Last-Modified (RFC 4918, 15.7), but also one
 * in the future, for clients that compare it with their own.
 */
const lastModified = ({ modifiedAt, createdAt }: Pick<FileRow, 'modifiedAt' | 'createdAt'>): string =>
  httpDate(modifiedAt ?? createdAt);

/** Live properties that clients set, of Windows: the time of the item, until a PUT without a time. */
const microsoftProperties: Readonly<Record<string, LiveProperty>> = {
  Win32LastModifiedTime: ({ row }) => (row?.modifiedAt == null ? undefined : httpDate(row.modifiedAt)),
};

const httpDate = (time: number): string => new Date(time).toUTCString();

export const isProtected = ({ namespace, name }: PropertyName): boolean =>
  namespace === davNamespace && Object.hasOwn(davProperties, name);

/** What Windows sets of a file after its content, besides the time of the item. */
const windowsStamps: readonly string[] = ['Win32CreationTime', 'Win32LastAccessTime', 'Win32FileAttributes'];

export const isWindowsStamp = ({ namespace, name }: PropertyName): boolean =>
  namespace === microsoftNamespace && windowsStamps.includes(name);

/** A property that is a time of the item: it is not stored beside it. */
export const isSettable = ({ namespace, name }: PropertyName): boolean =>
  namespace === microsoftNamespace && Object.hasOwn(microsoftProperties, name);

export const isLive = (property: PropertyName): boolean => isProtected(property) || isSettable(property);

export const isLockDiscovery = ({ namespace, name }: PropertyName): boolean =>
  namespace === davNamespace && name === 'lockdiscovery';

/** undefined if the resource has no such property. */
export const liveProperty = (
  { namespace, name }: PropertyName,
  resource: Resource,
  context: PropertyContext,
): string | undefined => (namespace === davNamespace ? davProperties : microsoftProperties)[name]?.(resource, context);

/** Live properties that `allprop` and `propname` list (RFC 4918, 9.1.5). */
export const listedProperties: readonly PropertyName[] = [
  ...Object.keys(davProperties)
    .filter((name) => !name.startsWith('quota-'))
    .map((name) => ({ namespace: davNamespace, name })),
  ...Object.keys(microsoftProperties).map((name) => ({ namespace: microsoftNamespace, name })),
];
