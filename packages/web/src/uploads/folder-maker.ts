import { ConflictError } from '@drive/sdk';
import type { Destination } from './upload.ts';

/** Calls of the server that find and create folders. */
export interface FolderCalls {
  createFolder(folder: { readonly name: string; readonly parentId?: string }): PromiseLike<{ readonly id: string }>;
  getByPath(
    path: string,
    options: { readonly folderId?: string },
  ): PromiseLike<{ readonly id: string; readonly type: 'file' | 'folder' }>;
  list(query: { readonly limit: number; readonly parentId?: string }): { pages(): AsyncIterable<FolderPage> };
}

interface FolderPage {
  readonly items: readonly { readonly name: string }[];
  readonly pagination: { readonly totalItems: number };
}

/** A folder that files go into. */
export interface UploadFolder {
  readonly id: string | null;
  /** Names that it has already; undefined if it has too many to be read. */
  readonly names: ReadonlySet<string> | undefined;
}

/** Names are read up to this number; beyond it, the server reports conflicts one by one. */
const mostNames = 2000;

/** Finds or creates the folders of an upload, each once. */
export class FolderMaker {
  readonly #folders = new Map<string, Promise<UploadFolder>>();
  readonly #files: FolderCalls;
  readonly #destination: Destination;

  constructor(files: FolderCalls, destination: Destination) {
    this.#files = files;
    this.#destination = destination;
  }

  get(names: readonly string[]): Promise<UploadFolder> {
    const key = names.join('/');
    const known = this.#folders.get(key);
    if (known !== undefined) return known;
    const folder = names.length === 0 ? this.#readNames(this.#destination.id) : this.#make(names);
    this.#folders.set(key, folder);
    return folder;
  }

  async #make(names: readonly string[]): Promise<UploadFolder> {
    const parent = await this.get(names.slice(0, -1));
    const name = names.at(-1) ?? '';
    try {
      const { id } = await this.#files.createFolder({ name, ...(parent.id === null ? {} : { parentId: parent.id }) });
      return { id, names: new Set() };
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      const { id } = this.#destination;
      const found = await this.#files.getByPath(`/${names.join('/')}`, id === null ? {} : { folderId: id });
      // A file has the name of the folder.
      if (found.type !== 'folder') throw error;
      return await this.#readNames(found.id);
    }
  }

  async #readNames(id: string | null): Promise<UploadFolder> {
    const names = new Set<string>();
    for await (const page of this.#files.list({ limit: 200, ...(id === null ? {} : { parentId: id }) }).pages()) {
      if (page.pagination.totalItems > mostNames) return { id, names: undefined };
      for (const { name } of page.items) names.add(name);
    }
    return { id, names };
  }
}
