import type { Item } from '@drive/contract';
import { expect } from 'vitest';
import type { Drive, TestUser } from '../drive.ts';
import { putBytes, reserveUpload } from './uploads.ts';

/** API calls of a user about the tree. */
export interface TreeApi {
  /** The status, and the body if there is one. */
  call(method: string, path: string, json?: unknown): Promise<{ readonly status: number; readonly body: any }>;
  /** items.id */
  folder(name: string, parentId?: string): Promise<string>;
  /** Uploads a file; returns items.id. */
  file(name: string, options?: { readonly in?: string; readonly bytes?: number }): Promise<string>;
  get(id: string): Promise<Item>;
  patch(id: string, json: unknown): ReturnType<TreeApi['call']>;
  /** Trashes items; expects 204. */
  trash(...ids: string[]): Promise<void>;
  restore(id: string): ReturnType<TreeApi['call']>;
  purge(id: string): ReturnType<TreeApi['call']>;
  /** Names in a folder, or in the root, in the default order. */
  names(parentId?: string): Promise<string[]>;
  /** Names in the trash, last trashed first. */
  trashed(includeFolders?: boolean): Promise<string[]>;
  /** Names of found files, in the default order. */
  found(q: string): Promise<string[]>;
  usage(): Promise<{ readonly usedBytes: number; readonly trashBytes: number }>;
}

export function treeApi(drive: Drive, user: TestUser): TreeApi {
  const call: TreeApi['call'] = async (method, path, json) => {
    const response = await drive.fetch(path, { method, key: user.key, ...(json === undefined ? {} : { json }) });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const expectBody = async (status: number, method: string, path: string, json?: unknown): Promise<any> => {
    const answer = await call(method, path, json);
    expect(answer).toMatchObject({ status });
    return answer.body;
  };
  const nameOf = ({ name }: Item): string => name;

  return {
    call,
    folder: async (name, parentId) =>
      (await expectBody(201, 'POST', '/api/files/folders', { name, ...(parentId === undefined ? {} : { parentId }) }))
        .id,
    file: async (name, { in: parentFolderId, bytes = 10 } = {}) => {
      const wanted = { name, bytes, ...(parentFolderId === undefined ? {} : { parentFolderId }) };
      const reservation = await reserveUpload(drive, user, wanted);
      await putBytes(reservation, Buffer.alloc(bytes, 1));
      return reservation.fileId;
    },
    get: (id) => expectBody(200, 'GET', `/api/files/${id}`),
    patch: (id, json) => call('PATCH', `/api/files/${id}`, json),
    trash: async (...ids) => {
      for (const id of ids) await expectBody(204, 'DELETE', `/api/files/${id}`);
    },
    restore: (id) => call('POST', `/api/files/${id}/restore`),
    purge: (id) => call('DELETE', `/api/files/${id}/permanent`),
    names: async (parentId) =>
      (
        await expectBody(200, 'GET', `/api/files?limit=200${parentId === undefined ? '' : `&parentId=${parentId}`}`)
      ).files.map(nameOf),
    trashed: async (includeFolders = false) =>
      (await expectBody(200, 'GET', `/api/files/trash?includeFolders=${includeFolders}`)).map(nameOf),
    found: async (q) =>
      (await expectBody(200, 'GET', `/api/files?limit=200&q=${encodeURIComponent(q)}`)).files.map(nameOf),
    usage: async () => {
      const { usedBytes, trashBytes } = await expectBody(200, 'GET', '/api/me');
      return { usedBytes, trashBytes };
    },
  };
}
