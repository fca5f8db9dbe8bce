import { listSorts } from '../../../packages/contract/src/sorts.ts';
import { forgetPeakMemory, memoryMiB, peakMemoryMiB } from '../processes.ts';
import { createMeter, type Meter, type Samples } from './meter.ts';
import { untilNamesAreRead } from './names-read.ts';
import { searchName } from './operations.ts';
import { untilPurged } from './purge-watch.ts';
import { createRequests, type Answer, type Requests } from './requests.ts';
import type { SeededTree } from './seed-tree.ts';
import type { Shape } from './shape.ts';
import { searches } from './tree-names.ts';
import { startTreeServer, type TreeServer } from './tree-server.ts';
import type { Trees } from './trees.ts';

export interface CurvePoint {
  readonly items: number;
  readonly samples: Samples;
  /** Every sort of the widest folder: by sort, then first, middle and last. */
  readonly sorts: Samples;
  /** How far the server's memory rose while it sent the trash listing, and how long that listing was. */
  readonly trashListing: { readonly peakMiB: number; readonly MiB: number };
}

interface Place {
  readonly server: TreeServer;
  readonly tree: SeededTree;
  readonly owner: Requests;
  readonly meter: Meter;
}

const pageSize = 20;
const oneKilobyte = Buffer.alloc(1000, 'a small file ');

/** Everything there is to do in a tree of so many items, one request after the other. */
export async function measurePoint(trees: Trees, items: number, say: (line: string) => void): Promise<CurvePoint> {
  const samples: Samples = new Map();
  const sorts: Samples = new Map();
  let trashListing = { peakMiB: Number.NaN, MiB: Number.NaN };
  const at = async (shape: Shape, work: (place: Place) => Promise<void>): Promise<void> => {
    say(`${items.toLocaleString('en')} items, ${shape}`);
    const { dataDirectory, tree, remove } = await trees.copy({ shape, items });
    const server = await startTreeServer(dataDirectory);
    const owner = createRequests(server.url, tree.owner.key);
    try {
      await work({ server, tree, owner, meter: createMeter(server, samples) });
    } finally {
      owner.close();
      await server.stop();
      remove();
    }
  };

  await at('wide', async (place) => {
    await measureListing(place);
    await measureSorts(place, createMeter(place.server, sorts));
    await measureRenames(place);
  });
  await at('deep', measureDepth);
  await at('bushy', async (place) => {
    await measureSearch(place);
    await measureFolder(place);
    trashListing = await measureTrash(place);
  });
  return { items, samples, sorts, trashListing };
}

const listingPath = (parentId: string, page: number, sort: string): string =>
  `/api/files?${new URLSearchParams({ parentId, page: String(page), sort, limit: String(pageSize) })}`;

async function measureListing({ tree: { largest }, owner, meter }: Place): Promise<void> {
  const pages = Math.ceil(largest.children / pageSize);
  const list = async (page: number): Promise<Answer> => {
    const answer = await owner.send(listingPath(largest.id, page, 'type,name'));
    const { pagination } = JSON.parse(answer.text) as { pagination: { totalItems: number } };
    if (pagination.totalItems !== largest.children) throw new Error(`${pagination.totalItems} in all`);
    return answer;
  };
  await meter.repeat('listing, first page', () => list(1));
  await meter.repeat('listing, last page', () => list(pages));
  await meter.repeat('listing, middle page', () => list(Math.ceil(pages / 2)));
}

async function measureSorts({ tree: { largest }, owner }: Place, meter: Meter): Promise<void> {
  const pages = Math.ceil(largest.children / pageSize);
  for (const sort of listSorts)
    for (const [where, page] of [
      ['first', 1],
      ['middle', Math.ceil(pages / 2)],
      ['last', pages],
    ] as const)
      await meter.repeat(`${sort} ${where}`, () => owner.send(listingPath(largest.id, page, sort)));
}

async function measureRenames({ tree: { largest }, owner, meter }: Place): Promise<void> {
  const [id] = await listIds(owner, largest.id, 1, '-createdAt');
  await meter.repeat('rename a file', (index) => rename(owner, id!, `renamed ${index}.txt`));
}

const rename = (owner: Requests, id: string, name: string): Promise<Answer> =>
  owner.send(`/api/files/${id}`, { method: 'PATCH', body: { name } });

const listIds = (owner: Requests, parentId: string, count: number, sort: string): Promise<string[]> =>
  collectIds(owner, { parentId, sort }, count);

/** Files with a text in their names, from all over the tree. */
export const findIds = (owner: Requests, q: string, count: number): Promise<string[]> =>
  collectIds(owner, { q }, count);

const longestPage = 200;

async function collectIds(owner: Requests, query: Readonly<Record<string, string>>, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ids.length < count; page++) {
    const more = new URLSearchParams({ ...query, page: String(page), limit: String(longestPage) });
    const { files } = JSON.parse((await owner.send(`/api/files?${more}`)).text) as { files: { id: string }[] };
    if (files.length === 0) break;
    ids.push(...files.map(({ id }) => id));
  }
  return ids.slice(0, count);
}

async function measureDepth({ tree: { depth20, deepest }, owner, meter }: Place): Promise<void> {
  for (const [depth, folder] of [
    ['20', depth20],
    ['1,000', deepest],
  ] as const) {
    if (folder === undefined) continue;
    const query = new URLSearchParams({ path: folder.path });
    await meter.repeat(`by-path, depth ${depth}`, () => owner.send(`/api/files/by-path?${query}`));
    await meter.repeat(`path, depth ${depth}`, () => owner.send(`/api/files/${folder.id}/path`));
  }
  await meter.repeat('reserve and PUT 1 kB, depth 1,000', (index) => upload(owner, deepest.id, index));
}

async function upload(owner: Requests, parentFolderId: string, index: number): Promise<{ totalMs: number }> {
  const reserved = await owner.send('/api/uploads', {
    method: 'POST',
    body: {
      fileName: `new ${index}.txt`,
      contentType: 'text/plain',
      fileSizeBytes: oneKilobyte.length,
      parentFolderId,
    },
  });
  const { uploadUrl } = JSON.parse(reserved.text) as { uploadUrl: string };
  const put = await owner.send(uploadUrl, { method: 'PUT', body: oneKilobyte });
  return { totalMs: reserved.totalMs + put.totalMs };
}

async function measureSearch({ owner, meter }: Place): Promise<void> {
  const search = (q: string, page = 1): Promise<Answer> =>
    owner.send(`/api/files?${new URLSearchParams({ q, page: String(page), limit: String(pageSize) })}`);
  await meter.time('search, the first after a start', () => search('annual report'));
  await untilNamesAreRead(owner);
  const found = async (q: string): Promise<number> =>
    (JSON.parse((await search(q)).text) as { pagination: { totalItems: number } }).pagination.totalItems;
  for (const kind of ['common', 'rare', 'absent'] as const)
    for (const q of searches[kind]) {
      const count = await found(q);
      if ((count === 0) !== (kind === 'absent')) throw new Error(`${q} is in ${count} names`);
      await meter.repeat(searchName(kind, q.length), () => search(q));
    }
  const lastPage = Math.ceil((await found(searches.common[2])) / pageSize);
  await meter.repeat('search, common, last page', () => search(searches.common[2], lastPage));
}

async function measureFolder({ tree, owner, meter }: Place): Promise<void> {
  const { archive, inbox, depth20, largest } = tree;
  if (depth20 !== undefined)
    await meter.repeat('reserve and PUT 1 kB, depth 20', (index) => upload(owner, depth20.id, index));
  await meter.repeat('rename a folder of N/10', (index) => rename(owner, archive.id, `Archive ${index}`));
  await meter.repeat('move a folder of N/10', (index) =>
    owner.send(`/api/files/${archive.id}`, {
      method: 'PATCH',
      body: index % 2 === 0 ? { parentId: inbox.id } : { moveToRoot: true },
    }),
  );
  const ids = await listIds(owner, largest.id, 100, 'size');
  await meter.repeat('move 100 files at once', (index) =>
    owner.send('/api/files/move', {
      method: 'PATCH',
      body: { ids, parentId: index % 2 === 0 ? inbox.id : largest.id },
    }),
  );
}

const rounds = 50;
const listings = 5;

async function measureTrash({ server, tree: { archive }, owner, meter }: Place): Promise<CurvePoint['trashListing']> {
  const trash = (): Promise<Answer> => owner.send(`/api/files/${archive.id}`, { method: 'DELETE' });
  for (let round = 0; round < rounds; round++) {
    await meter.time('trash a folder of N/10', trash);
    await meter.time('restore a folder of N/10', () =>
      owner.send(`/api/files/${archive.id}/restore`, { method: 'POST' }),
    );
  }
  await trash();

  const atRest = memoryMiB(server.pid);
  forgetPeakMemory(server.pid);
  let bytes = 0;
  for (let index = 0; index < listings; index++) {
    let answer: Answer | undefined;
    await meter.time('trash listing of N/10, whole', async () => {
      answer = await owner.send('/api/files/trash', { answer: 'dropped' });
      return answer;
    });
    await meter.time('trash listing of N/10, first byte', () => Promise.resolve({ totalMs: answer!.firstByteMs }));
    bytes = answer!.bytes;
  }
  const peakMiB = peakMemoryMiB(server.pid) - atRest;

  await meter.time('purge a folder of N/10, the answer', () =>
    owner.send(`/api/files/${archive.id}/permanent`, { method: 'DELETE' }),
  );
  await meter.time('purge a folder of N/10, until all is gone', async () => {
    const began = performance.now();
    await untilPurged(server.dataDirectory, archive.id);
    return { totalMs: performance.now() - began };
  });
  return { peakMiB, MiB: bytes / 2 ** 20 };
}
