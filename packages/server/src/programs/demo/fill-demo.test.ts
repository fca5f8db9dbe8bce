import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { findOwnerOfContent } from './content-store.ts';
import { demoUsers } from './demo-users.ts';
import { fillDemo } from './fill-demo.ts';

let drive: Drive;
let ada: TestUser;
let grace: TestUser;
beforeAll(async () => {
  drive = await startDrive();
  ada = await drive.createUser({ email: demoUsers.ada.email });
  grace = await drive.createUser({ email: demoUsers.grace.email });
});
afterAll(() => drive.close());

const get = async <T>(path: string, { key }: TestUser = ada): Promise<T> => {
  const response = await drive.fetch(path, { key });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
};

it('the examples are of every kind, and refused to a drive that has content', async () => {
  expect(await findOwnerOfContent(drive.database.reader)).toBeUndefined();
  await fillDemo({ url: drive.url, keys: { ada: ada.key, grace: grace.key }, toJpeg: async (png) => png });
  await drive.drain();

  const { files } = await get<{ files: { name: string }[] }>('/api/files');
  expect(files.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Reports', 'Coast, spring', 'Team handbook', 'Logos of the exhibitors', 'notes.md']),
  );
  const offer = await get<{ id: string }>('/api/files/by-path?path=/Contracts/offer.md');
  expect(await get(`/api/files/${offer.id}/versions`)).toMatchObject({ versions: { length: 2 } });
  expect(await get('/api/shares')).toMatchObject({ shares: { length: 3 } });
  expect(await get('/api/collections')).toMatchObject({ collections: [{ fileCount: 2 }] });
  expect(await get('/api/proofings')).toMatchObject({ proofings: [{ submissionCount: 1 }] });
  expect(await get('/api/pastes')).toMatchObject({ pastes: { length: 2 } });
  expect(await get('/api/trash')).toMatchObject({ items: { length: 1 } });
  expect(await get('/api/files?sharedWithMe=true', grace)).toMatchObject({ files: [{ name: 'Team handbook' }] });
  expect(await findOwnerOfContent(drive.database.reader)).toBe(ada.email);
});
