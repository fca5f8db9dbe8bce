import { requireLocalName } from '../../download/local-name.ts';
import type { PathFilter } from '../../glob/path-filter.ts';
import { findNameProblem } from '../../remote/item-name.ts';
import { joinPath } from '../../sync/sync-tree.ts';
import { isPrivateFolder } from '../disk/private-folder.ts';
import { leave, type RemotePlaces } from '../engine/pair-new.ts';
import { type RemoteNode, ROOT } from '../engine/states.ts';

/** Any name of so many characters has few enough bytes for every disk. */
const SHORT_NAME = 47;

/** Why an item stays on the server alone. */
export interface RemoteRest {
  /** All of them, with what is in them. */
  readonly stays: Map<string, string>;
  /** Those that this computer can't hold, by path. */
  readonly impossible: readonly { readonly path: string; readonly reason: string }[];
}

export interface RemoteRestOptions {
  readonly nodes: Iterable<RemoteNode>;
  readonly places: RemotePlaces;
  readonly filter: PathFilter;
  readonly platform: NodeJS.Platform;
}

/** Finds what is excluded, and what has a name that this computer can't give to a file. */
export function findRemoteRest({ nodes, places, filter, platform }: RemoteRestOptions): RemoteRest {
  const stays = new Map<string, string>();
  const impossible: { path: string; reason: string }[] = [];
  const children = Map.groupBy(nodes, ({ parent }) => parent);
  const waiting: [key: string, path: string][] = [[ROOT, '']];
  const excludedFolders: RemoteNode[] = [];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [parent, folder] = next;
    for (const node of children.get(parent) ?? []) {
      const path = joinPath(folder, node.name);
      const isFolder = node.kind === 'folder';
      const reason = findReason(node, places.find(parent, node.name), platform);
      if (isPrivateFolder(path)) leave(node, 'the name of the local trash', places, stays);
      else if (filter.excludes(path, isFolder)) {
        if (isFolder && filter.entersExcluded) {
          excludedFolders.push(node);
          waiting.push([node.id, path]);
        } else leave(node, 'excluded', places, stays);
      } else if (reason !== undefined) {
        impossible.push({ path, reason });
        leave(node, reason, places, stays);
      } else if (isFolder) waiting.push([node.id, path]);
    }
  }
  // An excluded folder in which something is included is a folder like others.
  for (const node of excludedFolders.toReversed())
    if ([...(children.get(node.id) ?? [])].every(({ id }) => stays.has(id))) leave(node, 'excluded', places, stays);
  return { stays, impossible };
}

/** `first`: the item that the name leads to on this computer. */
function findReason(node: RemoteNode, first: RemoteNode | undefined, platform: NodeJS.Platform): string | undefined {
  if (first !== undefined && first.id !== node.id) return `it would be the same file as ${first.name} on this computer`;
  // A server could send anything, also `..`.
  const isName = findNameProblem(node.name) === undefined;
  if (isName && platform !== 'win32' && node.name.length <= SHORT_NAME) return undefined;
  try {
    if (isName && requireLocalName(node.name, { platform }) === node.name) return undefined;
  } catch {
    // No name can be made of it.
  }
  return 'no file on this computer can have this name';
}
