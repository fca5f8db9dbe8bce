import type { DriveClient, Item } from '@drive/sdk';
import { findNameProblem } from '../../remote/item-name.ts';
import { findLocated, isFolder, locate, notFolder, type Located, type Named } from '../../remote/locate.ts';
import { joinRemote, splitRemote } from '../../remote/remote-target.ts';
import { CliError } from '../../shell/cli-error.ts';

/** The target of a move or a copy: a folder for items under their names, or another name for one item. */
export type Destination =
  | { readonly kind: 'into'; readonly folder: Located }
  | { readonly kind: 'name'; readonly folder: Located; readonly name: string };

/** Parses the last argument of mv and cp like a shell: the existing item decides its meaning. It is not a pattern. */
export async function findDestination(
  client: DriveClient,
  named: Exclude<Named, { kind: 'pattern' }>,
  sources: readonly { readonly path: string; readonly item: Item }[],
  { command, signal }: { readonly command: 'mv' | 'cp'; readonly signal: AbortSignal },
): Promise<Destination> {
  const [source, ...others] = sources;
  const there =
    named.kind === 'path' ? await findLocated(client, named.path, signal) : (await locate(client, named, signal)).at(0);
  const isNamedAsFolder = named.argument.endsWith('/');
  if (there !== undefined && isFolder(there)) return { kind: 'into', folder: there };
  if (there !== undefined) {
    if (others.length > 0 || isNamedAsFolder) throw notFolder(there.path);
    if (there.item?.id === source?.item.id) throw new CliError('conflict', `${there.path} is the item itself`);
    throw new CliError('exists', `${there.path} already exists`, { hint: `${command} never replaces existing items` });
  }

  const path = named.kind === 'path' ? named.path : named.argument;
  const parts = splitRemote(path);
  // The new name of a folder may have a trailing slash.
  if (parts === undefined || others.length > 0 || (isNamedAsFolder && source?.item.type === 'file')) {
    throw new CliError('not_found', `${path}: no such folder on the server`, {
      hint: 'create it with: drive-cli mkdir',
    });
  }
  const folder = await findLocated(client, parts.folder, signal);
  if (folder === undefined) {
    throw new CliError('not_found', `${parts.folder}: no such folder on the server`, {
      hint: 'create it with: drive-cli mkdir -p',
    });
  }
  if (!isFolder(folder)) throw notFolder(folder.path);
  const problem = findNameProblem(parts.name);
  if (problem !== undefined)
    throw new CliError('usage', `${joinRemote(parts.folder, parts.name)}: the name ${problem}`);
  return { kind: 'name', folder, name: parts.name };
}
