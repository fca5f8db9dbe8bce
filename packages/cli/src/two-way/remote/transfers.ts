import type { DriveClient, Item, ResumeStore } from '@drive/sdk';
import { downloadToPath, putFile, uploadPath } from '@drive/sdk/node';
import { createSignedUrls, type SignedUrls } from '../../download/signed-urls.ts';
import type { RemoteNode } from '../engine/states.ts';

export interface UploadTarget {
  /** null is the root. */
  readonly folderId: string | null;
  readonly name: string;
  readonly size: number;
  /** SHA-256 of the content that it replaces; undefined: there must be nothing. */
  readonly replaces: string | undefined;
}

/** Copies contents. Paths are relative to the folder on this computer. */
export interface Transfers {
  /** Announces downloads, in their order. */
  expect(nodes: readonly RemoteNode[]): void;
  /** Throws `precondition_failed` if the server has something else there, and `source_changed` if the file changes meanwhile. */
  upload(path: string, target: UploadTarget): Promise<Item>;
  /** The file gets the content and the time of the item, and is durable. */
  download(node: RemoteNode, path: string): Promise<void>;
}

/** Up to this size, a request more for a file costs more than its bytes. */
const BY_PATH_BYTES = 1024 * 1024;
/** A longer name may not fit into the headers that the server accepts. */
const BY_PATH_CHARACTERS = 2000;

export interface TransferOptions {
  readonly client: DriveClient;
  readonly at: (path: string) => string;
  readonly resumeStore: ResumeStore;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Copies contents of real files. */
export class FileTransfers implements Transfers {
  readonly #options: TransferOptions;
  #urls: SignedUrls;

  constructor(options: TransferOptions) {
    this.#options = options;
    this.#urls = createSignedUrls(options.client, options);
  }

  expect(nodes: readonly RemoteNode[]): void {
    this.#urls = createSignedUrls(this.#options.client, this.#options);
    for (const { id } of nodes) this.#urls.add(id);
  }

  async upload(path: string, { folderId, name, size, replaces }: UploadTarget): Promise<Item> {
    const { client, at, signal, resumeStore } = this.#options;
    const isAbsent = replaces === undefined;
    if (size <= BY_PATH_BYTES && encodeURIComponent(name).length <= BY_PATH_CHARACTERS) {
      return putFile(client, `/${name}`, at(path), {
        folderId: folderId ?? undefined,
        ...(isAbsent ? { onConflict: 'fail', ifAbsent: true } : { onConflict: 'replace', ifSha256: replaces }),
        blocking: true,
        signal,
      });
    }
    const { item } = await uploadPath(client, at(path), {
      name,
      parentId: folderId ?? undefined,
      ...(isAbsent ? { onConflict: 'fail', ifAbsent: true } : { onConflict: 'replace', ifMatch: replaces }),
      withItem: true,
      resumeStore,
      signal,
    });
    if (item === undefined) throw new Error(`the server did not tell what became of ${path}`);
    return item;
  }

  async download(node: RemoteNode, path: string): Promise<void> {
    const { client, at, signal } = this.#options;
    await downloadToPath(() => this.#urls.urlOf(node.id), at(path), {
      client,
      sha256: node.sha256,
      modifiedAt: new Date(node.modifiedAt ?? node.uploadedAt),
      overwrite: true,
      signal,
    });
  }
}
