import type { BaseUrl } from '../../platform/base-url.ts';
import { isoTime } from '../../platform/clock.ts';
import { attachmentType } from '../downloads/index.ts';
import type { FileRow } from '../files/index.ts';
import { covers, lockDiscovery, supportedLock } from './locks.ts';
import type { Lock } from './lock-store.ts';
import { etagOf, isFile, type Resource } from './resources.ts';
import { davNamespace, escapeXml } from './xml-document.ts';

export interface PropertyContext {
  readonly baseUrl: BaseUrl;
  readonly now: number;
  readonly locks: readonly Lock[];
  readonly usedBytes: number;
  /** null: no quota. */
  readonly quotaBytes: number | null;
}

type LiveProperty = (resource: Resource, context: PropertyContext) => string | undefined;

/** Content of each live property as XML; undefined if the resource does not have it. All are of the namespace `DAV:`. */
const liveProperties: Readonly<Record<string, LiveProperty>> = {
  creationdate: ({ row }) => row && isoTime(row.createdAt),
  displayname: ({ row }) => escapeXml(row?.name ?? 'Drive'),
  getcontentlength: (resource) => (isFile(resource) ? String(resource.row.sizeBytes) : undefined),
  getcontenttype: (resource) => (isFile(resource) ? escapeXml(attachmentType(resource.row.mimeType ?? '')) : undefined),
  getetag: (resource) => (isFile(resource) ? escapeXml(etagOf(resource.row)) : undefined),
  getlastmodified: ({ row }) => row && lastModified(row),
  resourcetype: ({ isFolder }) => (isFolder ? '<D:collection/>' : ''),
  supportedlock: () => supportedLock,
  lockdiscovery: ({ names }, { locks, baseUrl, now }) =>
    lockDiscovery(
      locks.filter((lock) => covers(lock, names)),
      baseUrl,
      now,
    ),
  // RFC 4331: folders have these properties, which are returned on request by name only.
  'quota-used-bytes': ({ isFolder }, { usedBytes }) => (isFolder ? String(usedBytes) : undefined),
  'quota-available-bytes': ({ isFolder }, { usedBytes, quotaBytes }) =>
    isFolder && quotaBytes !== null ? String(Math.max(0, quotaBytes - usedBytes)) : undefined,
};

/**
 * The client's modification time of the file, else its upload time: as GET has it in Last-Modified (RFC 4918, 15.7), but also one
 * in the future, for clients that compare it with their own.
 */
const lastModified = ({ modifiedAt, createdAt }: Pick<FileRow, 'modifiedAt' | 'createdAt'>): string =>
  new Date(modifiedAt ?? createdAt).toUTCString();

export const isLive = (namespace: string, name: string): boolean =>
  namespace === davNamespace && Object.hasOwn(liveProperties, name);

/** undefined if the resource has no such property. */
export const liveProperty = (name: string, resource: Resource, context: PropertyContext): string | undefined =>
  liveProperties[name]?.(resource, context);

/** Names of the live properties that `allprop` and `propname` list (RFC 4918, 9.1.5). */
export const listedNames: readonly string[] = Object.keys(liveProperties).filter((name) => !name.startsWith('quota-'));
