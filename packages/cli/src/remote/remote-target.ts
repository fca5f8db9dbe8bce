import { CliError } from '../shell/cli-error.ts';
import { rootPathOf, splitDrive } from './drive-path.ts';
import { cleanItemName } from './item-name.ts';

/** The parsed argument for an item on the server. The first characters decide its kind. */
export type Target =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'share'; readonly url: string };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Distinguishes paths, ids and share links; anything else is a usage error. */
export function parseTarget(argument: string): Target {
  if (isRemotePath(argument)) return { kind: 'path', path: normalizeRemotePath(argument) };
  if (UUID.test(argument)) return { kind: 'id', id: argument.toLowerCase() };
  if (/^https?:\/\//i.test(argument)) {
    if (/\/p\/[^/]+\/?$/.test(argument)) {
      throw new CliError('usage', `${argument} is the link of a paste`, { hint: `drive-cli pastes show ${argument}` });
    }
    if (!isShareUrl(argument)) {
      throw new CliError('usage', `${argument} is not a share link`, { hint: 'share links contain /share/ or /s/' });
    }
    return { kind: 'share', url: argument };
  }
  // Git Bash on Windows makes one out of every argument that starts with a slash.
  if (/^[a-z]:[\\/]/i.test(argument)) {
    throw new CliError('usage', `${argument} is a local path`, {
      hint: 'in Git Bash, set MSYS_NO_PATHCONV=1',
    });
  }
  throw new CliError('usage', `${argument === '' ? 'an empty argument' : argument} is neither a path nor an id`, {
    hint: `paths on the server start with a slash: /${argument.replace(/^\.?\/+/, '')}`,
  });
}

/** Like {@link parseTarget}, if share links are not accepted. */
export function parseOwnTarget(argument: string): Exclude<Target, { kind: 'share' }> {
  const target = parseTarget(argument);
  if (target.kind === 'share') {
    throw new CliError('usage', `${argument} is a share link`, { hint: 'give the path or the id of your own file' });
  }
  return target;
}

/** Whether an argument is a path on the server: from the root, or from that of a team drive (`Design:/Logos`). */
export const isRemotePath = (argument: string): boolean =>
  argument.startsWith('/') || (splitDrive(argument).drive !== undefined && !/^https?:\/\//i.test(argument));

/** One slash between names, none at the end, normalized names, and no `.` or `..`, which the server does not know. */
export function normalizeRemotePath(written: string): string {
  const { drive, path } = splitDrive(written);
  if (!path.startsWith('/')) {
    throw new CliError('usage', `${path} is not a path on the server`, { hint: `did you mean /${path}?` });
  }
  const names = path
    .split('/')
    .filter((name) => name !== '')
    .map(cleanItemName);
  if (names.includes('')) throw new CliError('usage', `${path} contains a name that consists of spaces`);
  if (names.some((name) => name === '.' || name === '..')) {
    throw new CliError('usage', `${path} contains . or ..`, { hint: 'give the path from the root' });
  }
  return `${rootPathOf(drive)}${names.join('/')}`;
}

export const joinRemote = (folder: string, name: string): string =>
  folder.endsWith('/') ? `${folder}${name}` : `${folder}/${name}`;

/** The folder and the name of the last part; the root has none. */
export function splitRemote(path: string): { folder: string; name: string } | undefined {
  const slash = path.lastIndexOf('/');
  if (path.endsWith('/')) return undefined;
  const folder = path.slice(0, slash);
  const isTop = folder === '' || (folder.endsWith(':') && splitDrive(folder).drive !== undefined);
  return { folder: isTop ? `${folder}/` : folder, name: path.slice(slash + 1) };
}

function isShareUrl(argument: string): boolean {
  return URL.canParse(argument) && /\/(share|s)\/[^/]+\/?$/.test(new URL(argument).pathname);
}
