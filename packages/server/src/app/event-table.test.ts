import { endpoints, type EndpointShape } from '@drive/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { accessTable } from '../../test/access-table.ts';
import { startDrive } from '../../test/drive.ts';
import { eventTable, quietOperations } from '../../test/event-table.ts';
import { driveForAllTests, drive, newEventTypes, user } from '../../test/use-drive.ts';

/**
 * Which events each operation of the contract publishes. `access-table.test.ts` demands those of the operations on things that
 * belong to a user; this file those of all others.
 */
type Json = Record<string, any>;

driveForAllTests(() =>
  startDrive({ settings: { FEATURE_LIMITS: 'off', ANONYMOUS_UPLOADS: 'on', RATE_APIKEY: '100000' } }),
);

const newEvents = newEventTypes();
beforeEach(newEvents);

async function call(method: string, path: string, json?: unknown, key: string | null = user.key): Promise<Json> {
  const init = { method, ...(key === null ? {} : { key }), ...(json === undefined ? {} : { json }) };
  const response = await drive.fetch(path, init);
  const text = await response.text();
  expect([method, path, response.ok ? '' : text]).toEqual([method, path, '']);
  return text.startsWith('{') ? (JSON.parse(text) as Json) : {};
}
const facts = { fileName: 'a.txt', contentType: 'text/plain' };
const reserve = (more: object = {}): Promise<Json> =>
  call('POST', '/api/uploads', { ...facts, fileSizeBytes: 5, ...more });
async function put({ uploadUrl, fileId }: Json): Promise<string> {
  expect((await fetch(uploadUrl, { method: 'PUT', body: 'hello' })).status).toBe(200);
  return fileId;
}
const guestFile = { ...facts, sizeBytes: 5 };

/** Operations outside the access table that publish events, with the events of all steps. */
const ways: Readonly<Record<string, { readonly run: () => Promise<unknown>; readonly events: readonly string[] }>> = {
  createUpload: { run: () => reserve({ autoShare: true }), events: ['share.created'] },
  createUploadBatch: {
    run: () => call('POST', '/api/uploads/batch', { files: [{ ...facts, fileSizeBytes: 5, autoShare: true }] }),
    events: ['share.created'],
  },
  putUploadBytes: { run: async () => put(await reserve()), events: ['file.created'] },
  cancelUpload: {
    run: async () => {
      const { sessionId } = await reserve({ autoShare: true });
      await call('DELETE', `/files/uploads/${sessionId}`, undefined, null);
    },
    events: ['share.created', 'share.revoked', 'upload.failed'],
  },
  emptyTrash: {
    run: async () => {
      for (const id of [await put(await reserve()), await put(await reserve())])
        await call('DELETE', `/api/files/${id}`);
      await call('DELETE', '/api/files/trash');
    },
    events: ['file.created', 'file.created', 'file.trashed', 'file.trashed', 'file.deleted', 'file.deleted'],
  },
  createAnonymousUpload: {
    run: async () => put(await call('POST', '/api/public/uploads', { ...guestFile, captchaToken: '' }, null)),
    events: ['folder.created', 'share.created', 'file.created'],
  },
  createAnonymousBatch: {
    run: () => call('POST', '/api/public/uploads/batch', { files: [guestFile], captchaToken: '' }, null),
    events: ['folder.created', 'share.created'],
  },
  createCollectedUpload: {
    run: async () => {
      const { token } = await call('POST', '/api/collections', { name: 'Holiday' });
      await put(
        await call('POST', `/api/public/collect/${token}/uploads`, { ...guestFile, uploaderName: 'Ada' }, null),
      );
    },
    events: ['folder.created', 'share.created', 'file.created', 'collect.uploaded', 'notification.created'],
  },
  createShareUpload: {
    run: async () => {
      const { id } = await call('POST', '/api/files/folders', { name: 'Inbox' });
      const { shareToken } = await call('POST', `/api/files/${id}/links`, { allowUpload: true });
      await put(await call('POST', `/api/public/share/${shareToken}/uploads`, guestFile, null));
    },
    events: ['folder.created', 'share.created', 'file.created', 'collect.uploaded', 'notification.created'],
  },
  createSubmission: {
    run: async () => {
      const id = await put(await reserve());
      const { token } = await call('POST', '/api/proofings', { name: 'Wedding', fileIds: [id] });
      await call('POST', `/api/public/proofing/${token}/submissions`, { fileIds: [id], clientName: 'Ada' }, null);
    },
    events: ['file.created', 'share.created', 'reproofing.submitted'],
  },
  testWebhook: {
    run: async () => {
      const { id } = await call('POST', '/api/users/me/webhooks', { url: 'https://hook.example/' });
      // The host of the URL has no address in tests.
      await drive.fetch(`/api/users/me/webhooks/${id}/test`, { method: 'POST', key: user.key });
    },
    events: ['webhook.test'],
  },
  deleteUser: {
    run: async () => {
      const admin = await drive.createUser({ isAdmin: true });
      const { id } = await call('POST', '/api/files/folders', { name: 'f' });
      await put(await reserve({ parentFolderId: id }));
      const { id: userId } = await call('GET', '/api/me');
      await call('DELETE', `/api/admin/users/${userId}`, undefined, admin.key);
      await drive.drain();
    },
    events: ['folder.created', 'file.created', 'folder.deleted'],
  },
};

describe('the events of an operation', () => {
  it('are in a table for each operation that is not a GET', () => {
    const changing = Object.values(endpoints as Readonly<Record<string, EndpointShape>>).filter(
      ({ method }) => method !== 'GET',
    );
    const inAccessTable = accessTable.map(([name = '']) => name.split(' ')[0] ?? '');
    const known = new Set([...inAccessTable, ...quietOperations, ...Object.keys(ways)]);
    expect(changing.map(({ id }) => id).filter((id) => !known.has(id))).toEqual([]);
    const names = new Set(accessTable.map(([name]) => name));
    expect(Object.keys(eventTable).filter((name) => !names.has(name))).toEqual([]);
  });

  it.each(Object.keys(ways))('are published once: %s', async (operation) => {
    const { run, events } = ways[operation]!;
    await run();
    expect(await newEvents()).toEqual(events);
  });
});
