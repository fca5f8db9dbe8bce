import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listSorts } from '../../../packages/contract/src/sorts.ts';
import { findIds } from './curves.ts';
import { untilNamesAreRead } from './names-read.ts';
import { untilPurged } from './purge-watch.ts';
import type { Requests } from './requests.ts';
import type { SeededTree } from './seed-tree.ts';
import { searches } from './tree-names.ts';

/** Whose tree is large. */
export interface Owner {
  readonly requests: Requests;
  readonly tree: SeededTree;
  readonly dataDirectory: string;
  /** Does it over and over for as long as a scenario takes, once at least; answers how often. */
  again(work: (index: number) => Promise<unknown>): Promise<string>;
}

/** A load by the owner; returns a description of its result. */
export type LoadScenario = readonly [name: string, work: (owner: Owner) => Promise<string>];

const idsAtOnce = 5000;

/** In a bushy tree, in this order. */
export const scenarios: readonly LoadScenario[] = [
  ['nothing else goes on', async ({ again }) => (await again(() => sleep(100)), '')],
  [
    'the names are read in, with the first searches',
    async ({ requests }) => {
      const began = performance.now();
      await untilNamesAreRead(requests);
      return `${((performance.now() - began) / 1000).toFixed(1)} s`;
    },
  ],
  [
    'one search follows the other',
    ({ requests, again }) => {
      const words = Object.values(searches).flat();
      return again((index) => search(requests, words[index % words.length]!));
    },
  ],
  [
    'a folder of N/10 is trashed and restored again and again',
    ({ requests, tree: { archive }, again }) =>
      again(async () => {
        await requests.send(`/api/files/${archive.id}`, { method: 'DELETE' });
        await requests.send(`/api/files/${archive.id}/restore`, { method: 'POST' });
      }),
  ],
  [
    'the same folder is moved again and again',
    ({ requests, tree: { archive, inbox }, again }) =>
      again((index) =>
        requests.send(`/api/files/${archive.id}`, {
          method: 'PATCH',
          body: index % 2 === 0 ? { parentId: inbox.id } : { moveToRoot: true },
        }),
      ),
  ],
  [
    `${idsAtOnce.toLocaleString('en')} ids are moved at once`,
    async ({ requests, tree: { largest, inbox }, again }) => {
      const ids = await findIds(requests, searches.common[2], idsAtOnce);
      return await again((index) =>
        requests.send('/api/files/move', {
          method: 'PATCH',
          body: { ids, parentId: index % 2 === 0 ? inbox.id : largest.id },
          answer: 'dropped',
        }),
      );
    },
  ],
  [
    'a trash listing of N/10 files is sent',
    async ({ requests, tree: { archive }, again }) => {
      await requests.send(`/api/files/${archive.id}`, { method: 'DELETE' });
      return await again(() => requests.send('/api/files/trash', { answer: 'dropped' }));
    },
  ],
  ['a folder of N/10 is purged', purgeArchive],
];

/** For one folder with all items. */
export const scenariosOfWide: readonly LoadScenario[] = [
  [
    'middle pages of a folder of N are read, in every order',
    ({ requests, tree: { largest }, again }) => {
      const middle = Math.ceil(largest.children / 40);
      return again((index) => {
        const sort = listSorts[index % listSorts.length]!;
        return requests.send(`/api/files?${new URLSearchParams({ parentId: largest.id, page: String(middle), sort })}`);
      });
    },
  ],
  [
    `${idsAtOnce.toLocaleString('en')} files are trashed one by one`,
    async ({ requests }) => {
      const began = performance.now();
      const ids = await findIds(requests, searches.common[2], idsAtOnce);
      for (const id of ids) await requests.send(`/api/files/${id}`, { method: 'DELETE' });
      return `${((performance.now() - began) / 1000).toFixed(1)} s`;
    },
  ],
  [
    'that trash is emptied',
    async ({ requests }) => {
      const { totalMs } = await requests.send('/api/files/trash', { method: 'DELETE' });
      return `${(totalMs / 1000).toFixed(1)} s`;
    },
  ],
];

/** In one folder a tenth as large, whose files have bytes. */
export const scenariosWithBytes: readonly LoadScenario[] = [
  [
    'a folder of N/10 is purged with its bytes',
    async (owner) => {
      const { requests, tree } = owner;
      const before = filesOnDisk(owner);
      await requests.send(`/api/files/${tree.archive.id}`, { method: 'DELETE' });
      const took = await purgeArchive(owner);
      return `${took}, files on disk ${before.toLocaleString('en')} → ${filesOnDisk(owner).toLocaleString('en')}`;
    },
  ],
];

async function purgeArchive({ requests, tree: { archive }, dataDirectory }: Owner): Promise<string> {
  const began = performance.now();
  await requests.send(`/api/files/${archive.id}/permanent`, { method: 'DELETE' });
  await untilPurged(dataDirectory, archive.id);
  return `${((performance.now() - began) / 1000).toFixed(1)} s`;
}

const filesOnDisk = ({ dataDirectory }: Owner): number =>
  readdirSync(join(dataDirectory, 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .length;

const search = (requests: Requests, q: string) =>
  requests.send(`/api/files?${new URLSearchParams({ q })}`, { answer: 'dropped' });
