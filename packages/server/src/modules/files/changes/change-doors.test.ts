import { dayMs } from '@drive/base';
import { expect, test } from 'vitest';
import { davApi } from '../../../../test/api/dav-api.ts';
import { createTusCalls } from '../../../../test/api/tus-requests.ts';
import { putBytes, reserveUpload, type Reservation } from '../../../../test/api/uploads.ts';
import { startDrive } from '../../../../test/drive.ts';
import { overriding } from '../../../../test/overriding.ts';
import { drive, driveForAllTests, mine, newEventTypes, user } from '../../../../test/use-drive.ts';

/**
 * Doors outside of the contract: jobs, sweeps, other protocols, and what undoes a change. Each changes items in the lock of their
 * tree, because `ItemChanges` throws without it, and tells each change once. `app/event-table.test.ts` has the operations of the
 * contract.
 */
driveForAllTests(() =>
  startDrive({
    settings: {
      FEATURE_LIMITS: 'off',
      ANONYMOUS_UPLOADS: 'on',
      ANONYMOUS_RETENTION_DAYS: '7',
      TRASH_RETENTION_DAYS: '30',
    },
    blobs: (disk) =>
      overriding(disk, {
        adopt: (...how) =>
          (adoptionsLeft -= 1) < 0 ? Promise.reject(new Error('the disk is gone')) : disk.adopt(...how),
      }),
  }),
);

let adoptionsLeft = Infinity;
const newEvents = newEventTypes();
/** Types of the events of files and folders since the call before, of any user. */
const newChanges = async (): Promise<string[]> => (await newEvents()).filter((type) => /^(file|folder)\./.test(type));

async function sweep(...jobs: string[]): Promise<void> {
  for (const job of jobs) await drive.jobs.runNow(job);
  await drive.drain();
}

const copy = async (id: string, into: string): Promise<string> => {
  const { status, body } = await mine.call('POST', '/api/files/copy', { ids: [id], parentId: into });
  expect(status).toBe(200);
  return body.copied[0].id as string;
};
/** A folder with more items than one request copies. */
async function manyItems(): Promise<string> {
  const few = await mine.folder('few');
  for (let each = 0; each < 24; each += 1) await mine.folder(`${each}`, few);
  const [more, many] = [await mine.folder('more'), await mine.folder('many')];
  for (let each = 0; each < 7; each += 1) await copy(few, more);
  for (let each = 0; each < 6; each += 1) await copy(more, many);
  return many;
}
async function startCopy(id: string): Promise<string> {
  const { status, body } = await mine.call('POST', '/api/files/copy', { ids: [id], copyToRoot: true });
  expect(status).toBe(202);
  return body.operationId as string;
}

async function reserveAsGuest(): Promise<Reservation> {
  const json = { fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 5 };
  return (await (await drive.fetch('/api/public/uploads', { method: 'POST', json })).json()) as Reservation;
}

async function sendForm(names: readonly string[]): Promise<number> {
  const body = new FormData();
  for (const name of names) body.append('files', new Blob(['x'], { type: 'text/plain' }), name);
  const headers = { 'sec-fetch-site': 'same-origin' };
  const response = await drive.fetch('/files/upload-form', { method: 'POST', body, headers, redirect: 'manual' });
  await response.text();
  return response.status;
}

const dav = (): ReturnType<typeof davApi> => davApi(drive, user);
const isSuccess = (status: number): void => expect(status).toBeLessThan(300);

interface Door {
  /** Prepares the door. The test ignores the changes that this makes. */
  readonly before?: () => Promise<unknown>;
  readonly run: () => Promise<unknown>;
  readonly changes: readonly string[];
}

const doors: Readonly<Record<string, Door>> = {
  'the sweep of the trash': {
    before: async () => mine.trash(await mine.file('a'), await mine.folder('f')),
    run: async () => {
      drive.clock.advance(31 * dayMs);
      await sweep('files.trash');
    },
    changes: ['file.deleted', 'folder.deleted'],
  },
  'the deletion of an account': {
    before: async () => {
      await mine.file('a', { in: await mine.folder('f') });
      await mine.trash(await mine.file('b'));
    },
    run: async () => {
      const { id } = (await mine.call('GET', '/api/me')).body as { id: string };
      const { key } = await drive.createUser({ isAdmin: true });
      isSuccess((await drive.fetch(`/api/admin/users/${id}`, { method: 'DELETE', key })).status);
      await drive.drain();
    },
    changes: ['file.deleted', 'folder.deleted'],
  },
  'the sweep of files without an account': {
    before: async () => putBytes(await reserveAsGuest(), Buffer.from('hello')),
    run: async () => {
      drive.clock.advance(8 * dayMs);
      await sweep('anonymous.sweep');
    },
    changes: ['folder.deleted'],
  },
  'the sweep of reservations without an account': {
    before: reserveAsGuest,
    run: async () => {
      drive.clock.advance(8 * dayMs);
      await sweep('uploads.unbegun', 'uploads.expire');
    },
    changes: ['folder.deleted'],
  },
  'a form whose second file cannot be stored': {
    run: async () => {
      adoptionsLeft = 1;
      expect(await sendForm(['a', 'b'])).toBe(500);
      adoptionsLeft = Infinity;
    },
    changes: ['folder.created', 'folder.created', 'file.created', 'file.deleted', 'folder.deleted'],
  },
  'a form without an account': {
    run: async () => expect(await sendForm(['a'])).toBe(303),
    changes: ['folder.created', 'file.created'],
  },
  'a copy by a job that is cancelled on the way, and one that is not': {
    before: async () => {
      many = await manyItems();
    },
    run: async () => {
      const id = await startCopy(many);
      const draining = drive.drain();
      await expect
        .poll(async () => (await mine.call('GET', `/api/operations/${id}`)).body.done as number)
        .toBeGreaterThan(0);
      isSuccess((await mine.call('DELETE', `/api/operations/${id}`)).status);
      await draining;
      await startCopy(many);
      await drive.drain();
    },
    changes: ['folder.deleted', 'folder.created'],
  },
  'an upload by tus': {
    run: async () => {
      const { sessionId } = await reserveUpload(drive, user, { bytes: 5 });
      isSuccess((await createTusCalls(() => drive).patch(sessionId, 0, Buffer.from('hello'))).status);
    },
    changes: ['file.created'],
  },
  'PUT by WebDAV, twice': {
    run: async () => {
      for (const text of ['one', 'two']) isSuccess(await dav().put('/a', text));
    },
    changes: ['file.created', 'file.replaced'],
  },
  'LOCK by WebDAV of a file that is not there': {
    run: () => dav().lock('/new'),
    changes: ['file.created'],
  },
  'MKCOL, MOVE and DELETE by WebDAV': {
    run: async () => {
      isSuccess((await dav().call('MKCOL', '/f')).status);
      isSuccess(await dav().transfer('MOVE', '/f', '/g'));
      isSuccess((await dav().call('DELETE', '/g')).status);
    },
    changes: ['folder.created', 'folder.updated', 'folder.trashed'],
  },
  'COPY by WebDAV over a file': {
    before: async () => {
      for (const name of ['a', 'b']) await mine.file(name);
    },
    run: async () => isSuccess(await dav().transfer('COPY', '/a', '/b')),
    changes: ['file.replaced'],
  },
  'MOVE by WebDAV over a file': {
    before: async () => {
      for (const name of ['a', 'b']) await mine.file(name);
    },
    run: async () => isSuccess(await dav().transfer('MOVE', '/a', '/b')),
    changes: ['file.replaced', 'file.deleted'],
  },
  'PROPPATCH by WebDAV of the modification time': {
    before: () => mine.file('a'),
    run: () => {
      const property =
        '<Win32LastModifiedTime xmlns="urn:schemas-microsoft-com:">Thu, 01 Jan 2026 10:00:00 GMT</Win32LastModifiedTime>';
      const body = `<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop>${property}</D:prop></D:set></D:propertyupdate>`;
      return dav().call('PROPPATCH', '/a', { body });
    },
    changes: ['file.updated'],
  },
};
let many = '';

test.each(Object.keys(doors))('tells its changes of items once, in the lock of their tree: %s', async (name) => {
  const { before, run, changes } = doors[name]!;
  await before?.();
  await newChanges();
  await run();
  expect(await newChanges()).toEqual(changes);
});
