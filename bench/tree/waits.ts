import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findIds } from './curves.ts';
import { searches } from './names.ts';
import type { NeighbourOrder, NeighbourReport } from './neighbour.ts';
import { untilPurged } from './purge-watch.ts';
import { createRequests, type Requests } from './requests.ts';
import type { SeededTree } from './seed-tree.ts';
import { startTreeServer } from './tree-server.ts';
import type { Trees } from './trees.ts';

/** What the neighbour saw while the owner did something. */
export interface Phase {
  readonly name: string;
  /** What the owner got done meanwhile. */
  readonly note: string;
  /** By kind of request. */
  readonly latencies: ReadonlyMap<string, readonly number[]>;
  /** The longest that one statement held up the server. */
  readonly longestStatementMs: number;
}

interface Owner {
  readonly requests: Requests;
  readonly tree: SeededTree;
  readonly dataDirectory: string;
}

const perSecond = 50;
const phaseMs = 15_000;
const idsAtOnce = 5000;

/** A neighbour's requests while the owner of a large tree does the heaviest things there are, one after the other. */
export async function measureWaits(
  trees: Trees,
  items: number,
  say: (line: string) => void,
  nodeOptions: readonly string[] = [],
): Promise<Phase[]> {
  const { dataDirectory, tree, remove } = await trees.copy({ shape: 'bushy', items });
  const server = await startTreeServer(dataDirectory, nodeOptions);
  const neighbour = fork(join(import.meta.dirname, 'neighbour.ts'), { execArgv: process.execArgv });
  const tell = (order: NeighbourOrder): void => void neighbour.send(order);
  const owner: Owner = { requests: createRequests(server.url, tree.owner.key), tree, dataDirectory };
  const seen = new Map<string, Pick<Phase, 'note' | 'longestStatementMs'>>();
  try {
    tell({ url: server.url, key: tree.neighbour.key, perSecond });
    // What is slow only because it has never run is nobody's doing.
    await sleep(3000);
    for (const [name, work] of phases) {
      say(name);
      await server.statementTimes();
      tell({ phase: name });
      const note = await work(owner);
      tell({ phase: '' });
      seen.set(name, { note, longestStatementMs: (await server.statementTimes()).longestMs });
      await sleep(1000);
    }
    const answer = once(neighbour, 'message');
    tell('stop');
    const [report] = (await answer) as [NeighbourReport];
    return phases.map(([name]) => ({
      name,
      ...seen.get(name)!,
      latencies: new Map(report.flatMap(([phase, kind, figures]) => (phase === name ? [[kind, figures]] : []))),
    }));
  } finally {
    owner.requests.close();
    neighbour.kill();
    await server.stop();
    remove();
  }
}

const phases: readonly (readonly [name: string, work: (owner: Owner) => Promise<string>])[] = [
  ['nothing else goes on', async () => (await sleep(phaseMs), '')],
  [
    'the first search reads the names in',
    async ({ requests }) => {
      const { totalMs } = await search(requests, 'annual report');
      await sleep(1000);
      return `${(totalMs / 1000).toFixed(1)} s`;
    },
  ],
  [
    'one search follows the other',
    ({ requests }) => {
      const words = Object.values(searches).flat();
      return keepDoing((index) => search(requests, words[index % words.length]!));
    },
  ],
  [
    'a folder of N/10 is trashed and restored again and again',
    ({ requests, tree: { archive } }) =>
      keepDoing(async () => {
        await requests.send(`/api/files/${archive.id}`, { method: 'DELETE' });
        await requests.send(`/api/files/${archive.id}/restore`, { method: 'POST' });
      }),
  ],
  [
    'the same folder is moved again and again',
    ({ requests, tree: { archive, inbox } }) =>
      keepDoing((index) =>
        requests.send(`/api/files/${archive.id}`, {
          method: 'PATCH',
          body: index % 2 === 0 ? { parentId: inbox.id } : { moveToRoot: true },
        }),
      ),
  ],
  [
    `${idsAtOnce.toLocaleString('en')} ids are moved at once`,
    async ({ requests, tree: { largest, inbox } }) => {
      const ids = await findIds(requests, searches.common[2], idsAtOnce);
      return await keepDoing((index) =>
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
    async ({ requests, tree: { archive } }) => {
      await requests.send(`/api/files/${archive.id}`, { method: 'DELETE' });
      return await keepDoing(() => requests.send('/api/files/trash', { answer: 'dropped' }));
    },
  ],
  [
    'a folder of N/10 is purged',
    async ({ requests, tree: { archive }, dataDirectory }) => {
      const began = performance.now();
      await requests.send(`/api/files/${archive.id}/permanent`, { method: 'DELETE' });
      await untilPurged(dataDirectory, archive.id);
      return `${((performance.now() - began) / 1000).toFixed(1)} s`;
    },
  ],
];

const search = (requests: Requests, q: string) =>
  requests.send(`/api/files?${new URLSearchParams({ q })}`, { answer: 'dropped' });

/** As often as it can be done in the time of a phase, once at least. */
async function keepDoing(work: (index: number) => Promise<unknown>): Promise<string> {
  const began = performance.now();
  let count = 0;
  while (performance.now() - began < phaseMs) await work(count++);
  return `${count.toLocaleString('en')} ×`;
}
