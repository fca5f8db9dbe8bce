export type Kind = 'file' | 'folder';

/** Key of the two folders that are kept equal. Other keys are IDs of the server, or `new:…` for what only this computer has. */
export const ROOT = '';

/** Where an item is: in the folder with this key, under the name that the server has. */
export interface Place {
  readonly parent: string;
  readonly name: string;
}

/** What identifies a file of this computer and its content without reading it. */
export interface Stamp {
  readonly ino: number;
  /** Epoch milliseconds, with a fraction, as all times here; 0 if the file system does not know it. */
  readonly birth: number;
  readonly size: number;
  readonly mtime: number;
  readonly ctime: number;
}

/** An item as the server has it. */
export interface RemoteNode extends Place {
  readonly id: string;
  readonly kind: Kind;
  /** 0 for folders. */
  readonly size: number;
  /** null for folders, and for a file whose content the server has not hashed yet. */
  readonly sha256: string | null;
  /** Epoch milliseconds; null if the uploader gave none. */
  readonly modifiedAt: number | null;
  readonly uploadedAt: number;
  /** Differs after every change of the item. */
  readonly tag: string;
}

/** The state of an item that both sides had at the same time, most recently. */
export interface BaseNode extends Place {
  readonly kind: Kind;
  /** Of a file: its SHA-256, or another text that only this content of the item has. null for folders. */
  readonly content: string | null;
  /** As the server had it. */
  readonly modifiedAt: number | null;
  /** The name on this computer: the server normalizes names. */
  readonly localName: string;
  readonly stamp: Stamp;
  /** Whether an unchanged stamp proves an unchanged content: the file was not changed just before it was read. */
  readonly isSettled: boolean;
}

/** A file or folder of this computer. */
export interface LocalNode {
  readonly kind: Kind;
  /** undefined: directly below the root. */
  readonly parent: LocalNode | undefined;
  /** The name on the disk. */
  readonly realName: string;
  /** The name as the server would store it. */
  readonly name: string;
  /** Path from the root with the names on the disk. */
  readonly path: string;
  readonly stamp: Stamp;
  /** Why it is not synchronized; it then stays as it is, with all in it, and so does what the server has in its place. */
  readonly stays?: string | undefined;
  /** What is in a folder, by folded name; undefined for files. */
  readonly children: ReadonlyMap<string, LocalNode> | undefined;
  /** The item that it is; set by the matching. */
  key: string;
  /** Whether its content, or what is in the folder, can't be known in this run. */
  isUncertain: boolean;
}

/** One version of an item, as `decide` compares it. */
export interface Version {
  readonly place: Place;
  /** Equal texts are equal contents. null for folders. */
  readonly content: string | null;
  /** Epoch milliseconds; null if unknown. */
  readonly modifiedAt: number | null;
}

export const contentOf = ({ kind, sha256, tag }: Pick<RemoteNode, 'kind' | 'sha256' | 'tag'>): string | null =>
  kind === 'folder' ? null : (sha256 ?? `tag ${tag}`);

export const isSamePlace = (one: Place, other: Place): boolean =>
  one.parent === other.parent && one.name === other.name;
