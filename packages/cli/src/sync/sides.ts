import { splitDrive } from '../remote/drive-path.ts';
import { isRemotePath, normalizeRemotePath } from '../remote/remote-target.ts';
import { CliError } from '../shell/cli-error.ts';

/** The two arguments of `sync` by their roles. */
export interface Sides {
  /** From this computer to the server. */
  readonly isPush: boolean;
  /** The argument. */
  readonly local: string;
  /** Path from the root. */
  readonly remote: string;
}

const PREFIX = 'drive:';

/**
 * Distinguishes the folder on the server from the local one. One with `drive:` or the name of a team drive before it is on the
 * server, and the other one is not. Without that, as in all commands, a path that starts with a slash is on the server; two such paths
 * are a usage error.
 */
export function findSides(source: string, target: string): Sides {
  const isMarked = (argument: string): boolean =>
    argument.startsWith(PREFIX) || splitDrive(argument).drive !== undefined;
  const marked = [source, target].filter(isMarked);
  if (marked.length === 2) throw new CliError('usage', 'both folders are on the server; one must be on this computer');
  const isRemote = (argument: string): boolean => (marked.length === 1 ? isMarked(argument) : argument.startsWith('/'));
  if (isRemote(source) === isRemote(target)) {
    const example = `drive-cli sync ${source} ${PREFIX}${target.startsWith('/') ? '' : '/'}${target}`;
    throw new CliError('usage', `which of ${source} and ${target} is on the server?`, {
      hint: `put ${PREFIX} before that one: ${example}`,
    });
  }
  const isPush = isRemote(target);
  const [local, remote] = isPush ? [source, target] : [target, source];
  const path = remote.startsWith(PREFIX) ? remote.slice(PREFIX.length) : remote;
  if (local === '') throw new CliError('usage', 'an empty argument is no folder');
  if (!isRemotePath(path)) {
    throw new CliError('usage', `${remote} is no path on the server`, { hint: `write ${PREFIX}/${path}` });
  }
  return { isPush, local, remote: normalizeRemotePath(path) };
}
