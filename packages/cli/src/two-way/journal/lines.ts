import { isRecord } from '../../config/json-file.ts';
import { type BaseNode, contentOf, type Kind, type RemoteNode, type Stamp } from '../engine/states.ts';

/** What a journal is about. A run compares it with what it finds. */
export interface JournalHeader {
  readonly url: string;
  readonly userId: string;
  /** ID of the folder on the server; null is the root. */
  readonly folderId: string | null;
  /** Inode and birth time of the folder on this computer. */
  readonly local: Pick<Stamp, 'ino' | 'birth'>;
}

/** A step of a run. */
export type JournalLine =
  | readonly ['header', JournalHeader]
  /** Where to go on in the change feed; '' before the tree was read. */
  | readonly ['cursor', string]
  /** The days on which there were runs. */
  | readonly ['days', readonly string[]]
  /** The server has this item. */
  | readonly ['there', RemoteNode]
  | readonly ['gone', string]
  /** Both sides agreed on this item. */
  | readonly ['agreed', string, BaseNode]
  | readonly ['forgotten', string]
  /** Both at once: the server has an item, and both sides agreed on it. */
  | readonly ['equal', RemoteNode, Pick<BaseNode, 'localName' | 'stamp' | 'isSettled'>]
  /** A folder is about to be trashed on the server. */
  | readonly ['trashing', string]
  | readonly ['trashed', string]
  /** A file is about to get another name on this computer. */
  | readonly ['moving', string, string]
  | readonly ['moved']
  | readonly ['sealed', Seal];

/**
 * Says, as the last line of a journal, what a run needs that finds everything as it was. Both sides are equal, and every stamp proves
 * the content of its file.
 */
export interface Seal {
  /** CRC-32 of all that is before this line. */
  readonly checksum: number;
  /** Digest of the tree of this computer. */
  readonly tree: string;
  readonly items: number;
  readonly header: JournalHeader;
  readonly cursor: string;
  readonly days: readonly string[];
}

type Flat = readonly (string | number | boolean | null)[];

export function formatLine(line: JournalLine): string {
  switch (line[0]) {
    case 'there':
      return JSON.stringify(['there', ...flatRemote(line[1])]);
    case 'agreed':
      return JSON.stringify(['agreed', line[1], ...flatBase(line[2])]);
    case 'equal':
      return JSON.stringify(['equal', ...flatRemote(line[1]), ...flatLocal(line[2], line[1].name)]);
    default:
      return JSON.stringify(line);
  }
}

/** undefined for a line of a later version. */
export function parseLine(text: string): JournalLine | 'damaged' | undefined {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    return 'damaged';
  }
  if (!Array.isArray(line)) return undefined;
  const [kind, ...rest] = line as [unknown, ...Flat];
  switch (kind) {
    case 'there':
      return rest.length === REMOTE_FIELDS ? ['there', remoteOf(rest)] : undefined;
    case 'agreed':
      return rest.length === 6 + LOCAL_FIELDS ? ['agreed', String(rest[0]), baseOf(rest.slice(1))] : undefined;
    case 'equal': {
      if (rest.length !== REMOTE_FIELDS + LOCAL_FIELDS) return undefined;
      const remote = remoteOf(rest);
      return ['equal', remote, localOf(rest.slice(REMOTE_FIELDS), remote.name)];
    }
    case 'header':
    case 'sealed':
      return isRecord(rest[0]) ? (line as unknown as JournalLine) : undefined;
    default:
      return line as unknown as JournalLine;
  }
}

export const baseFrom = (remote: RemoteNode, local: Pick<BaseNode, 'localName' | 'stamp' | 'isSettled'>): BaseNode => ({
  kind: remote.kind,
  parent: remote.parent,
  name: remote.name,
  content: contentOf(remote),
  modifiedAt: remote.modifiedAt,
  localName: local.localName,
  stamp: local.stamp,
  isSettled: local.isSettled,
});

const REMOTE_FIELDS = 9;
const LOCAL_FIELDS = 7;

const flatRemote = (node: RemoteNode): Flat => [
  node.id,
  node.kind === 'folder' ? 1 : 0,
  node.parent,
  node.name,
  node.size,
  node.sha256,
  node.modifiedAt,
  node.uploadedAt,
  node.tag,
];

const kindOf = (flag: unknown): Kind => (flag === 1 ? 'folder' : 'file');

const remoteOf = ([id, flag, parent, name, size, sha256, modifiedAt, uploadedAt, tag]: Flat): RemoteNode => ({
  id: id as string,
  kind: kindOf(flag),
  parent: parent as string,
  name: name as string,
  size: size as number,
  sha256: sha256 as string | null,
  modifiedAt: modifiedAt as number | null,
  uploadedAt: uploadedAt as number,
  tag: tag as string,
});

/** Most files have the same name on both sides: 0. */
const flatLocal = (
  { localName, stamp, isSettled }: Pick<BaseNode, 'localName' | 'stamp' | 'isSettled'>,
  name: string,
): Flat => [
  localName === name ? 0 : localName,
  stamp.ino,
  stamp.birth,
  stamp.size,
  stamp.mtime,
  stamp.ctime,
  isSettled ? 1 : 0,
];

const localOf = (
  [localName, ino, birth, size, mtime, ctime, isSettled]: Flat,
  name: string,
): Pick<BaseNode, 'localName' | 'stamp' | 'isSettled'> => ({
  localName: localName === 0 ? name : (localName as string),
  stamp: {
    ino: ino as number,
    birth: birth as number,
    size: size as number,
    mtime: mtime as number,
    ctime: ctime as number,
  },
  isSettled: isSettled === 1,
});

const flatBase = (node: BaseNode): Flat => [
  node.kind === 'folder' ? 1 : 0,
  node.parent,
  node.name,
  node.content,
  node.modifiedAt,
  ...flatLocal(node, node.name),
];

const baseOf = (fields: Flat): BaseNode => {
  const [flag, parent, name, content, modifiedAt, ...local] = fields;
  return {
    kind: kindOf(flag),
    parent: parent as string,
    name: name as string,
    content: content as string | null,
    modifiedAt: modifiedAt as number | null,
    ...localOf(local, name as string),
  };
};
