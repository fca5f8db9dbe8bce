import { DomainError } from '@drive/access';
import type { BaseUrl } from '@drive/base';
import { ItemName, limits, normalizeText } from '@drive/contract';
import { DavError } from './dav-error.ts';

/** Paths of the roots below the base URL: of the caller's own drive, and of what others share with the caller. */
export const mountPaths = ['/dav', '/dav-all'] as const;
export type MountPath = (typeof mountPaths)[number];

/** The names that lead to a resource from the root of the mount, in NFC; none for the root. */
export type Names = readonly string[];

/** `.`, `..` and empty segments are refused, encoded or not: clients and proxies interpret them differently. */
export function parsePath(path: string, mountPath: MountPath = '/dav'): Names {
  if (path.length > limits.pathCharacters) throw badPath('is too long');
  const segments = path.slice(mountPath.length).split('/').slice(1);
  if (segments.at(-1) === '') segments.pop();
  if (segments.length > limits.pathNames) throw badPath(`has more than ${limits.pathNames} names`);
  return segments.map((segment) => {
    const name = decode(segment);
    if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name))
      throw badPath('has a segment that is empty, "." or "..", or that contains a slash');
    return normalizeText(name);
  });
}

function decode(segment: string): string {
  if (segment.includes('#') || segment.includes('?')) throw badPath('has a fragment');
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badPath('is not valid percent-encoded UTF-8');
  }
}

const badPath = (problem: string): DomainError => new DomainError('bad_request', `The path ${problem}.`);

/** Throws 502 if the URL is on another server or below another root (RFC 4918, 9.8.4), `bad_request` if it is none. */
export function parseResourceUrl(
  text: string,
  baseUrl: BaseUrl,
  origin: string | undefined,
  mountPath: MountPath = '/dav',
): Names {
  const { host, path } = splitUrl(text.trim());
  if (host !== undefined && ![baseUrl.origin, origin ?? ''].some((own) => hostOf(own) === host.toLowerCase()))
    throw new DavError(502);
  const below = path.startsWith(`${baseUrl.path}/`) ? path.slice(baseUrl.path.length) : path;
  if (below !== mountPath && !below.startsWith(`${mountPath}/`)) throw new DavError(502);
  return parsePath(below, mountPath);
}

const hostOf = (origin: string): string | undefined => URL.parse(origin)?.host;

/** Splits without a URL parser, which would resolve `..` and decode nothing else. */
function splitUrl(text: string): { readonly host: string | undefined; readonly path: string } {
  const [, scheme, authority, path = ''] = /^(?:(https?):\/\/([^/?#]*))?([^?#]*)/i.exec(text) ?? [];
  if (scheme === undefined || authority === undefined) {
    if (!text.startsWith('/')) throw new DomainError('bad_request', 'Send an absolute URL, or a path from the root.');
    return { host: undefined, path };
  }
  const host = URL.parse(`${scheme}://${authority}`)?.host;
  if (host === undefined) throw new DomainError('bad_request', 'The URL in a header is not valid.');
  return { host, path: path === '' ? '/' : path };
}

/** The name for a new item. Throws `bad_request` if normalization would change the name. */
export function requireNewName(names: Names): string {
  const wanted = names.at(-1) ?? '';
  const name = ItemName.safeParse(wanted);
  if (!name.success)
    throw new DomainError('bad_request', `The name ${name.error.issues[0]?.message ?? 'is not valid'}.`);
  if (name.data !== wanted)
    throw new DomainError('bad_request', 'The name must not begin or end with spaces, or contain control characters.');
  return name.data;
}

/** The path of a resource in answers, below the path of the root. Folders end with a slash (RFC 4918, 5.2). */
export const hrefOf = (rootPath: string, names: Names, isFolder: boolean): string =>
  `${rootPath}/${names.map(encodeURIComponent).join('/')}${isFolder && names.length > 0 ? '/' : ''}`;

export const isWithin = (names: Names, folder: Names): boolean => folder.every((name, index) => names[index] === name);

export const isSame = (a: Names, b: Names): boolean => a.length === b.length && isWithin(a, b);
