import { afterAll, beforeAll, expect, it } from 'vitest';
import { grantApi } from '../../../test/api/grant-api.ts';
import { startDrive, type Drive, type TestUser } from '../../../test/drive.ts';
import { grantCounts } from './grant-store.ts';

/** `DRIVE_TEST_GRANTS=1000` takes a minute. */
const count = Number(process.env['DRIVE_TEST_GRANTS'] ?? 60);
const atOnce = 4;

let drive: Drive;
let user: TestUser;
beforeAll(async () => {
  drive = await startDrive();
  user = await drive.createUser();
});
afterAll(() => drive.close());

const { create, list, ask, put } = grantApi(() => drive);

it(`[P-912] keeps the limits of ${count} grants that are used ${atOnce} at a time`, { timeout: 600_000 }, async () => {
  const limits = { maxFiles: 3, maxTotalBytes: 12, expiresInMinutes: 600 };
  const tokens: string[] = [];
  for (let made = 0; made < count; made += 1) tokens.push((await create(user, limits)).token);

  /** Sends five bytes, all of them, or cancels the upload. */
  async function use(token: string, nth: number): Promise<'refused' | 'cancelled' | 'stored'> {
    const answer = await ask(token, { fileName: `${token.slice(4, 12)}-${nth}.txt` });
    if (answer.status !== 201) return 'refused';
    const reservation = (await answer.json()) as { uploadUrl: string };
    if (nth % 3 === 1) {
      await drive.fetch(new URL(reservation.uploadUrl).pathname, { method: 'DELETE' });
      return 'cancelled';
    }
    expect((await put(reservation, 'hello')).status).toBe(200);
    return 'stored';
  }

  const waiting = tokens.entries();
  const stored: number[] = [];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [index, token] of waiting) {
        const outcomes = await Promise.all(Array.from({ length: 8 }, (_, nth) => use(token, nth)));
        // Two files of five bytes fit into twelve.
        outcomes.push(await use(token, 8), await use(token, 9), await use(token, 11));
        stored[index] = outcomes.filter((outcome) => outcome === 'stored').length;
      }
    }),
  );
  expect(stored).toEqual(tokens.map(() => 2));
  for (let page = 1; page <= Math.ceil(count / 200); page += 1)
    for (const grant of await list(user, `?limit=200&page=${page}`))
      expect(grant).toMatchObject({ usedFiles: 2, usedBytes: 10 });
  const { totalItems } = await filesOf();
  expect(totalItems).toBe(2 * count);
  const miscounted = [];
  for await (const row of grantCounts.listMiscounted(drive.database.reader)) miscounted.push(row);
  expect(miscounted).toEqual([]);
});

async function filesOf(): Promise<{ totalItems: number }> {
  const response = await drive.fetch('/api/files?limit=1', { key: user.key });
  return ((await response.json()) as { pagination: { totalItems: number } }).pagination;
}
