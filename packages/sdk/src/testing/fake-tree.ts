import type { FileVersion, Item } from '../api.gen.ts';
import { cleanItemName, numberedName } from '../upload/item-name.ts';
import { FakeRefusal, fileNotFound, folderNotFound, nameTaken, notMet } from './fake-refusal.ts';

export interface Content {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sha256: string;
  readonly mimeType: string;
  readonly modifiedAt: string | null;
  readonly uploadedAt: string;
  readonly version: number;
}

/** A file or folder as the fake keeps it. */
export interface Node {
  readonly id: string;
  readonly type: 'file' | 'folder';
  name: string;
  /** null: the root. */
  parentId: string | null;
  /** Of a file. */
  content: Content | undefined;
  versions: (Content & Pick<FileVersion, 'replacedAt'>)[];
  readonly createdAt: string;
  /** Set on the item that was trashed itself. */
  trashedAt: string | null;
  metadata: Record<string, string>;
  tags: string[];
  shareToken: string | null;
  changes: number;
}

export type NewContent = Pick<Content, 'bytes' | 'sha256' | 'mimeType' | 'modifiedAt'>;

/** How a file is stored: the options of reservations and of PUT by path. */
export interface Placing {
  readonly name: string;
  readonly parentId: string | null;
  readonly onConflict?: string | null | undefined;
  readonly ifMatch?: string | null | undefined;
  readonly ifAbsent?: boolean | null | undefined;
  readonly metadata?: Readonly<Record<string, string>> | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  /** ID of a new file. */
  readonly id?: string;
}

/** The only user of the drive in memory. */
const user = { id: '00000000-0000-4000-8000-000000000001', name: 'Ada' };

/** The files and folders of the fake. */
export class FakeTree {
  readonly nodes: Map<string, Node> = new Map<string, Node>();
  readonly #now: () => Date;
  readonly #quotaBytes: number;

  constructor({ now, quotaBytes }: { readonly now: () => Date; readonly quotaBytes: number }) {
    this.#now = now;
    this.#quotaBytes = quotaBytes;
  }

  get usedBytes(): number {
    const contents = [...this.nodes.values()].flatMap(({ content, versions }) => [content, ...versions]);
    return contents.reduce((sum, content) => sum + (content?.bytes.length ?? 0), 0);
  }

  requireRoom(bytes: number): void {
    if (this.usedBytes + bytes > this.#quotaBytes)
      throw new FakeRefusal(409, 'storage_quota_exceeded', 'There is not enough storage left.');
  }

  /** Neither trashed nor below something that is. */
  isAlive(node: Node): boolean {
    return this.pathOf(node).every(({ trashedAt }) => trashedAt === null);
  }

  /** From the root down, with the node at the end. */
  pathOf(node: Node): Node[] {
    const parent = node.parentId === null ? undefined : this.nodes.get(node.parentId);
    return [...(parent === undefined ? [] : this.pathOf(parent)), node];
  }

  textPathOf(node: Node): string {
    return this.pathOf(node)
      .map(({ name }) => `/${name}`)
      .join('');
  }

  require(id: string): Node {
    const node = this.nodes.get(id);
    if (node === undefined || !this.isAlive(node)) throw fileNotFound();
    return node;
  }

  /** The id of an alive folder; null: the root. */
  requireFolder(id: string | null | undefined): string | null {
    if (id === null || id === undefined) return null;
    const node = this.nodes.get(id);
    if (node?.type !== 'folder' || !this.isAlive(node)) throw folderNotFound();
    return id;
  }

  children(parentId: string | null): Node[] {
    return [...this.nodes.values()].filter((node) => node.parentId === parentId && node.trashedAt === null);
  }

  child(parentId: string | null, name: string): Node | undefined {
    return this.children(parentId).find((node) => node.name === name);
  }

  /** Everything alive below a folder, each folder before what is in it. */
  below(parentId: string | null): Node[] {
    return this.children(parentId).flatMap((node) => [node, ...this.below(node.id)]);
  }

  find(names: readonly string[], parentId: string | null): Node | undefined {
    const [first, ...rest] = names;
    const node = first === undefined ? undefined : this.child(parentId, first);
    return node === undefined || rest.length === 0 ? node : this.find(rest, node.id);
  }

  createFolder(name: string, parentId: string | null): Node {
    const clean = cleanItemName(name);
    if (this.child(parentId, clean) !== undefined) throw nameTaken(clean);
    return this.#add('folder', clean, parentId);
  }

  /** Creates the folders of a path that are missing. */
  ensureFolders(names: readonly string[], parentId: string | null): string | null {
    return names.reduce<string | null>((above, name) => {
      const found = this.child(above, name);
      if (found?.type === 'file') throw nameTaken(name);
      return (found ?? this.createFolder(name, above)).id;
    }, parentId);
  }

  /** What a reservation is checked for, and the upload again when it completes. */
  requirePlace({ name, parentId, onConflict, ifMatch, ifAbsent }: Placing): Node | undefined {
    const found = this.child(this.requireFolder(parentId), cleanItemName(name));
    if (ifAbsent === true && found !== undefined) throw notMet();
    if (typeof ifMatch === 'string' && found?.content?.sha256 !== ifMatch) throw notMet();
    const replaces = typeof ifMatch === 'string' || onConflict === 'replace';
    if (found !== undefined && (onConflict === 'fail' || (replaces && found.type === 'folder'))) throw nameTaken(name);
    return replaces ? found : undefined;
  }

  /** Stores a content as a new file, or as that of the file it replaces. */
  store(content: NewContent, placing: Placing): { readonly node: Node; readonly isNew: boolean } {
    const replaced = this.requirePlace(placing);
    this.requireRoom(content.bytes.length);
    const { metadata, tags } = placing;
    const node =
      replaced ?? this.#add('file', this.freeName(placing.parentId, placing.name), placing.parentId, placing.id);
    this.setContent(node, content);
    if (metadata !== null && metadata !== undefined) node.metadata = { ...metadata };
    if (tags !== null && tags !== undefined) node.tags = [...tags];
    return { node, isNew: replaced === undefined };
  }

  /** The content that was current becomes a version. */
  setContent(node: Node, content: NewContent): void {
    const { content: old } = node;
    const at = this.#now().toISOString();
    if (old !== undefined) node.versions.unshift({ ...old, replacedAt: at });
    node.content = { ...content, uploadedAt: at, version: (old?.version ?? 0) + 1 };
    node.changes += 1;
  }

  /** The name, or the first `name (1)` that is free. */
  freeName(parentId: string | null, name: string): string {
    const clean = cleanItemName(name);
    let free = clean;
    for (let number = 1; this.child(parentId, free) !== undefined; number++) free = numberedName(clean, number);
    return free;
  }

  copy(node: Node, parentId: string | null): Node {
    const made = this.#add(node.type, this.freeName(parentId, node.name), parentId);
    Object.assign(made, { content: node.content, metadata: { ...node.metadata }, tags: [...node.tags] });
    for (const child of this.children(node.id)) if (child.id !== made.id) this.copy(child, made.id);
    return made;
  }

  purge(node: Node): void {
    for (const each of this.nodes.values()) if (each.parentId === node.id) this.purge(each);
    this.nodes.delete(node.id);
  }

  #add(type: Node['type'], name: string, parentId: string | null, id: string = crypto.randomUUID()): Node {
    const node: Node = {
      id,
      type,
      name,
      parentId,
      content: undefined,
      versions: [],
      createdAt: this.#now().toISOString(),
      trashedAt: null,
      metadata: {},
      tags: [],
      shareToken: null,
      changes: 0,
    };
    this.nodes.set(id, node);
    return node;
  }

  /** The item as the API describes it. */
  toItem(node: Node, { shareMode, publicUrl }: Pick<Item, 'shareMode' | 'publicUrl'>): Item {
    const { id, type, name, parentId, content, trashedAt: deletedAt, metadata, tags, shareToken, changes } = node;
    const below = type === 'folder' ? this.below(id) : [];
    return {
      id,
      name,
      type,
      contentKind: type === 'folder' ? 'folder' : kindOf(content?.mimeType ?? ''),
      parentId,
      size: content?.bytes.length ?? below.reduce((sum, each) => sum + (each.content?.bytes.length ?? 0), 0),
      mimeType: content?.mimeType ?? null,
      previewUrl: null,
      shareMode,
      shareToken,
      publicUrl,
      uploadedAt: content?.uploadedAt ?? node.createdAt,
      modifiedAt: content?.modifiedAt ?? null,
      deletedAt,
      downloadCount: 0,
      likesCount: 0,
      commentsCount: 0,
      sha256: content?.sha256 ?? null,
      quarantined: false,
      scan: null,
      virus: null,
      changeTag: `${id}-${changes}`,
      metadata: { ...metadata },
      tags: [...tags],
      starred: false,
      role: 'owner',
      ownerId: user.id,
      ownerName: user.name,
      driveId: null,
      createdBy: user,
      modifiedBy: user,
    } as Item;
  }
}

function kindOf(mimeType: string): Item['contentKind'] {
  const [top = ''] = mimeType.split('/');
  if (top === 'image' || top === 'video' || top === 'audio' || top === 'text') return top;
  if (mimeType.startsWith('application/pdf')) return 'pdf';
  if (/^application\/(json|xml|.*\+(json|xml))/.test(mimeType)) return 'text';
  return /^application\/(zip|gzip|x-tar|x-7z-compressed|vnd\.rar)/.test(mimeType) ? 'archive' : 'other';
}
