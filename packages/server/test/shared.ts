import type { NewFolderShare, NewShare, ShareDescriptor } from '@drive/contract';
import { expect } from 'vitest';
import { treeApi, type TreeApi } from './api/tree-api.ts';
import { reserveUpload } from './api/uploads.ts';
import type { Drive, TestUser } from './drive.ts';

/** API calls of a user about shares. */
export interface SharedApi extends TreeApi {
  /** Uploads a file with these bytes and this type; returns items.id. */
  put(
    name: string,
    content: Buffer | string,
    options?: { readonly type?: string; readonly in?: string },
  ): Promise<string>;
  shareFile(id: string, options?: NewShare): Promise<ShareDescriptor>;
  shareFolder(id: string, options?: NewFolderShare): Promise<ShareDescriptor>;
  /** Returns its token. */
  shareTogether(ids: readonly string[], options?: NewShare): Promise<string>;
  setMode(id: string, shareMode: string): Promise<void>;
  revoke(id: string): Promise<void>;
  /** Quarantines an item, like an administrator. */
  holdBack(id: string): Promise<void>;
}

export function sharedApi(drive: Drive, user: TestUser): SharedApi {
  const tree = treeApi(drive, user);
  const expectBody = async (status: number, method: string, path: string, json?: unknown): Promise<any> => {
    const answer = await tree.call(method, path, json);
    expect(answer).toMatchObject({ status });
    return answer.body;
  };
  return {
    ...tree,
    put: async (name, content, { type, in: parentFolderId } = {}) => {
      const bytes = Buffer.from(content);
      const reservation = await reserveUpload(drive, user, {
        name,
        bytes: bytes.length,
        ...(type === undefined ? {} : { type }),
        ...(parentFolderId === undefined ? {} : { parentFolderId }),
      });
      // Works also if the base URL has another host.
      const { pathname } = new URL(reservation.uploadUrl);
      const sent = await drive.fetch(pathname, { method: 'PUT', body: bytes as Uint8Array<ArrayBuffer> });
      expect(sent.status).toBe(200);
      return reservation.fileId;
    },
    shareFile: (id, options = {}) => expectBody(200, 'POST', `/api/files/${id}/share`, options),
    shareFolder: (id, options = {}) => expectBody(200, 'POST', `/api/folders/${id}/share`, options),
    shareTogether: async (ids, options = {}) =>
      (await expectBody(201, 'POST', '/api/files/share-multi', { fileIds: ids, ...options })).shareToken,
    setMode: async (id, shareMode) => void (await expectBody(200, 'PATCH', `/api/files/${id}/share`, { shareMode })),
    revoke: async (id) => void (await expectBody(204, 'DELETE', `/api/files/${id}/share`)),
    holdBack: (id) =>
      drive.database.write(async (tx) => {
        await tx.updateTable('items').set({ quarantined: 1 }).where('id', '=', id).execute();
      }),
  };
}
