import fc from 'fast-check';
import { expect } from 'vitest';
import { treeApi } from '../api/tree-api.ts';
import type { Drive } from '../drive.ts';
import { DriveWriter, writers, type Act } from './drive-writer.ts';
import { FeedCopy } from './feed-copy.ts';

interface Life {
  readonly acts: readonly (readonly Act[])[];
  readonly limit: number;
  /** Acts of the first writer before the readers begin. */
  readonly late: number;
}

export const life = (acts: number): fc.Arbitrary<Life> =>
  fc.record({ acts: writers(acts), limit: fc.constantFrom(1, 2, 5, 1000), late: fc.nat({ max: 4 }) });

/**
 * Several writers change a drive at the same time, while a reader of all of it and one of a folder keep a copy by the feed. In the
 * end, the copies equal the trees.
 */
export async function liveAndCompare(drive: Drive, { acts, limit, late }: Life): Promise<void> {
  const user = await drive.createUser();
  const tree = treeApi(drive, user);
  const folder = await tree.folder('Folder');
  const { rawKey } = (await tree.call('POST', '/api/me/api-keys', { folderId: folder })).body as { rawKey: string };
  const writer = new DriveWriter(drive, user, folder);
  for (const act of acts[0]?.slice(0, late) ?? []) await writer.perform(act);

  const copies = [user.key, rawKey].map((key) => new FeedCopy((path) => drive.fetch(path, { key }), limit));
  let isOver = false;
  const writing = Promise.all(
    acts.map(async (own, index) => {
      for (const act of index === 0 ? own.slice(late) : own) await writer.perform(act);
    }),
  ).finally(() => (isOver = true));
  const reading = copies.map(async (copy) => {
    await copy.start();
    while (!isOver) await copy.step();
  });
  await Promise.all([writing, ...reading]);
  await drive.drain();
  for (const copy of copies) {
    // On Postgres, a transaction of another test is no reason to wait: changes of a drive are in order by its lock.
    while (await copy.step());
    expect(copy.paths()).toEqual(await copy.listed());
  }
}
