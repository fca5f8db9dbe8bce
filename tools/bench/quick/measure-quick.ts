import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDrive, type Drive } from '../contenders/drive-contender.ts';
import { median } from '../measure.ts';
import { processorNanoseconds, startServer, stopServer } from '../processes.ts';
import { seed } from '../scenarios/small-files.ts';
import { body, bytes, perSecond, send } from '../small-requests.ts';

/**
 * Ratios of the processor time of a request to that of a bare Hono route in the same round. A ratio above `factor` times
 * the recorded one is more than the load of a machine explains: rounds differ by up to two at a load average of 20.
 */
interface Recorded {
  readonly factor: number;
  readonly ratios: Readonly<Record<string, number>>;
}
const recordedFile = join(import.meta.dirname, 'recorded-ratios.json');

/** A disk's part in processor time differs from machine to machine: by four for a synced small file. */
const memory = '/dev/shm';

const rounds = 5;
const warmUps = 2;
const requests = 300;
/** Folders above the files of a member, and files in the last of them. */
const levels = 10;
const filesOfFolder = 20;
/** A request of a member may take this many times what the owner's takes. */
const mostOfMember = 1.3;
/**
 * What chance adds to the median of the rounds: between runs on a busy machine it differed by a third for the same server, and the path
 * in a team drive, whose root is one item more, came to 1.42. Without this a run would fail by chance; what it has to find is two or more.
 */
const tolerance = 1.5;
/** Requests of owner and member in turns. */
const slice = 20;
/** Each of those that change many items. */
const itemsOfBatch = 200;
const batches = 10;

interface Kind {
  readonly request: () => Promise<unknown>;
  /** In a round. Default: `requests`. */
  readonly count?: number;
}

/**
 * Measures small requests for about a minute; returns a table beside the recorded ratios, and the rows beyond the factor.
 * Linux only. `record`: writes the ratios instead of comparing them.
 */
export async function measureQuick({ record }: { readonly record: boolean }) {
  const directory = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'drive-quick-'));
  const drive = await startDrive(join(directory, 'data'));
  const hono = await startServer(
    process.execPath,
    [join(import.meta.dirname, '../peers/bare-hono.ts')],
    process.env,
    /^listening on (\S+)$/m,
  );
  try {
    await seed(drive, join(directory, 'seed'), 30);
    const kinds: Readonly<Record<string, Kind>> = { ...(await requestKinds(drive)), ...(await batchKinds(drive)) };
    const pairs = await memberPairs(drive);
    const bare = () => send('GET', `${hono.match[1]}/`, {}, Buffer.alloc(0));
    const ratios = new Map<string, number[]>(Object.keys(kinds).map((name) => [name, []]));
    const ofMembers = new Map<string, number[]>(Object.keys(pairs).map((name) => [name, []]));
    for (let round = -warmUps; round < rounds; round += 1) {
      for (const [name, kind] of Object.entries(kinds)) {
        const bareCost = await costOf(hono.child.pid ?? 0, { request: bare });
        const cost = await costOf(drive.pid, kind);
        if (round >= 0) ratios.get(name)?.push(cost / bareCost);
      }
      for (const [name, pair] of Object.entries(pairs)) {
        const ratio = await ratioOf(drive.pid, pair);
        if (round >= 0) ofMembers.get(name)?.push(ratio);
      }
    }
    const measured = mediansOf(ratios);
    const recorded = JSON.parse(readFileSync(recordedFile, 'utf8')) as Recorded;
    if (record) writeFileSync(recordedFile, `${JSON.stringify({ ...recorded, ratios: measured }, null, 2)}\n`);
    return compare(measured, mediansOf(ofMembers), recorded);
  } finally {
    await Promise.all([drive.stop(), stopServer(hono.child)]);
    rmSync(directory, { recursive: true, force: true });
  }
}

async function requestKinds(drive: Drive): Promise<Record<string, Kind>> {
  const authorization = `Bearer ${drive.key}`;
  const { uploadUrl, fileId } = await drive.reserve('small', bytes);
  await send('PUT', uploadUrl, {}, body);
  const signed = await drive.downloadUrl(fileId);
  const nothing = Buffer.alloc(0);
  const reservation = Buffer.from(
    JSON.stringify({ fileName: 'reserved', contentType: 'text/plain', fileSizeBytes: bytes }),
  );
  let stored = 0;
  return {
    '10 kB signed GET': { request: () => send('GET', signed, {}, nothing) },
    'GET /api/files of 20': {
      request: () => send('GET', `${drive.url}/api/files?limit=20`, { authorization }, nothing),
    },
    'POST /api/uploads': {
      request: () =>
        send('POST', `${drive.url}/api/uploads`, { authorization, 'content-type': 'application/json' }, reservation),
    },
    '10 kB PUT by path': {
      request: () =>
        send('PUT', `${drive.url}/files/by-path/f-${stored++}`, { authorization, 'content-type': 'text/plain' }, body),
    },
  };
}

interface Pair {
  readonly owner: Kind['request'];
  readonly member: Kind['request'];
}

/** The same requests of the owner and of a member, who was given a role ten levels above. */
async function memberPairs(drive: Drive): Promise<Readonly<Record<string, Pair>>> {
  const { rootId } = (await drive.call('POST', '/api/drives', { name: 'Team' })) as { readonly rootId: string };
  const owner = await requestsBelow(drive, undefined);
  const member = await requestsBelow(drive, rootId);
  return Object.fromEntries(
    Object.entries(owner).map(([name, request]) => [name, { owner: request, member: member[name] ?? request }]),
  );
}

async function requestsBelow(drive: Drive, top: string | undefined): Promise<Record<string, Kind['request']>> {
  const headers = { authorization: `Bearer ${drive.key}`, 'content-type': 'text/plain' };
  let parentId = top;
  for (let level = 1; level <= levels; level += 1) {
    const json = { name: `level ${level}`, ...(parentId === undefined ? {} : { parentId }) };
    parentId = ((await drive.call('POST', '/api/files/folders', json)) as { readonly id: string }).id;
  }
  let id = '';
  for (let n = 0; n < filesOfFolder; n += 1) {
    const url = `${drive.url}/files/by-path/${n}?folderId=${parentId}`;
    ({ id } = JSON.parse((await send('PUT', url, headers, Buffer.from('a file'))).toString()) as { id: string });
  }
  const facts = { fileName: 'reserved', contentType: 'text/plain', fileSizeBytes: bytes, parentFolderId: parentId };
  return {
    listing: () => drive.call('GET', `/api/files?parentId=${parentId}&limit=20`),
    'download URL': () => drive.call('GET', `/api/files/${id}/download-url`),
    reservation: () => drive.call('POST', '/api/uploads', facts),
    item: () => drive.call('GET', `/api/files/${id}`),
    path: () => drive.call('GET', `/api/files/${id}/path`),
  };
}

/** Each request has files that no other of its kind in the round has. The trash of a round is restored in it. */
async function batchKinds(drive: Drive): Promise<Record<string, Kind>> {
  const folders = [await drive.createFolder('batches'), await drive.createFolder('moved batches')];
  const headers = { authorization: `Bearer ${drive.key}`, 'content-type': 'text/plain' };
  const ids: string[] = [];
  await perSecond(batches * itemsOfBatch, async (n) => {
    const answer = await send('PUT', `${drive.url}/files/by-path/batches/${n}`, headers, Buffer.from('a file'));
    ids[n] = (JSON.parse(answer.toString()) as { readonly id: string }).id;
  });
  const sets = Array.from({ length: batches }, (_, n) => ids.slice(n * itemsOfBatch, (n + 1) * itemsOfBatch));
  let [next, moves] = [0, 0];
  const set = (): readonly string[] | undefined => sets[next++ % batches];
  return {
    [`move of ${itemsOfBatch}`]: {
      count: batches,
      request: () => {
        const parentId = folders[Math.floor(moves++ / batches + 1) % 2];
        return drive.call('PATCH', '/api/files/move', { ids: set(), parentId });
      },
    },
    [`trash of ${itemsOfBatch}`]: {
      count: batches,
      request: () => drive.call('POST', '/api/files/trash', { ids: set() }),
    },
    [`restore of ${itemsOfBatch}`]: {
      count: batches,
      request: () => drive.call('POST', '/api/files/restore', { ids: set() }),
    },
  };
}

/** Nanoseconds of the server's processor time for a request. */
async function costOf(pid: number, { request, count = requests }: Kind): Promise<number> {
  const before = processorNanoseconds(pid);
  await perSecond(count, async () => void (await request()));
  return (processorNanoseconds(pid) - before) / count;
}

/** How many times the processor time of the owner's requests those of the member take, in turns. */
async function ratioOf(pid: number, { owner, member }: Pair): Promise<number> {
  const sums = { owner: 0, member: 0 };
  for (let done = 0; done < requests / 3; done += slice) {
    sums.owner += await costOf(pid, { request: owner, count: slice });
    sums.member += await costOf(pid, { request: member, count: slice });
  }
  return sums.member / sums.owner;
}

const mediansOf = (ratios: ReadonlyMap<string, readonly number[]>): Readonly<Record<string, number>> =>
  Object.fromEntries([...ratios].map(([name, values]) => [name, Number(median([...values]).toFixed(2))]));

function compare(
  measured: Readonly<Record<string, number>>,
  ofMembers: Readonly<Record<string, number>>,
  { factor, ratios }: Recorded,
) {
  const rows = Object.entries(measured).map(([name, ratio]) => {
    // A new row has none.
    const before = ratios[name] ?? ratio;
    return { name, ratio, before, change: ratio / before };
  });
  const mostMeasured = mostOfMember * tolerance;
  const members = Object.entries(ofMembers);
  const table = [
    `Processor time of a request beside a bare Hono route; load average ${(loadavg()[0] ?? 0).toFixed(1)}, fails above ${factor} × recorded.`,
    '',
    '| request | ratio | recorded | change |',
    '|---|---:|---:|---:|',
    ...rows.map(({ name, ratio, before, change }) => `| ${name} | ${ratio} | ${before} | ${change.toFixed(2)} |`),
    '',
    `Processor time of a member's request beside the owner's; fails above ${mostOfMember} × ${tolerance}.`,
    '',
    '| request | ratio |',
    '|---|---:|',
    ...members.map(([name, ratio]) => `| ${name} | ${ratio} |`),
  ].join('\n');
  const slower = [
    ...rows.filter(({ change }) => change > factor).map(({ name }) => name),
    ...members.filter(([, ratio]) => ratio > mostMeasured).map(([name]) => `${name} of a member`),
  ];
  return { table, slower };
}
