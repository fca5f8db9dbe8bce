import { ConflictError } from '@drive/sdk';
import { client } from '../api/client.ts';
import { refreshItems } from '../api/item-changes.ts';
import type { Destination } from './upload.ts';

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
  readonly #destination: Destination;

  constructor(destination: Destination) {
    this.#destination = destination;
  }

  get(names: readonly string[]): Promise<UploadFolder> {
    const key = names.join('/');
    const known = this.#folders.get(key);
    if (known !== undefined) return known;
    const folder = names.length === 0 ? readNames(this.#destination.id) : this.#make(names);
    this.#folders.set(key, folder);
    return folder;
  }

  async #make(names: readonly string[]): Promise<UploadFolder> {
    const parent = await this.get(names.slice(0, -1));
    const name = names.at(-1) ?? '';
    try {
      const { id } = await client.files.createFolder({ name, ...(parent.id === null ? {} : { parentId: parent.id }) });
      return { id, names: new Set() };
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      const above = this.#destination.id === null ? [] : await client.files.path(this.#destination.id);
      const path = [...above.map((folder) => folder.name), ...names].join('/');
      const found = await client.files.getByPath(`/${path}`);
      // A file has the name of the folder.
      if (found.type !== 'folder') throw error;
      return await readNames(found.id);
    }
  }
}

/** Creates folders that no file goes into. */
export async function makeFolders(destination: Destination, folders: readonly (readonly string[])[]): Promise<void> {
  const maker = new FolderMaker(destination);
  try {
    for (const names of folders) await maker.get(names);
  } finally {
    await refreshItems();
  }
}

async function readNames(id: string | null): Promise<UploadFolder> {
  const names = new Set<string>();
  for await (const page of client.files.list({ limit: 200, ...(id === null ? {} : { parentId: id }) }).pages()) {
    if (page.pagination.totalItems > mostNames) return { id, names: undefined };
    for (const { name } of page.items) names.add(name);
  }
  return { id, names };
}
