import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryPostgres } from '@drive/database/test';
import { listMultiparts } from '../ceph.ts';
import { CrashReader } from '../crash-reader.ts';
import { Broken, reserve, send, type CrashUpload } from '../crash-uploads.ts';
import { verifyFiles } from '../crash-verify.ts';
import { runServer } from '../programs.ts';
import { startCluster, type Cluster, type Engines } from './start-cluster.ts';

/** What three servers have in the end, after everything was compared. */
export interface ClusterSums {
  /** All of them complete in the end. */
  readonly uploads: number;
  readonly bytes: number;
  /** Acknowledged copies of files. */
  readonly copies: number;
  /** Requests that nginx or a closed connection ended, and that were repeated. */
  readonly interrupted: number;
  /** Begun in the bucket by a server that was killed before it noted them; the sweep removes them after a day. */
  readonly lostMultiparts: number;
  /** Objects of a server that was killed between the bytes and their row; the sweep removes them, too. */
  readonly orphans: number;
}

export interface ClusterCrashReport extends ClusterSums {
  readonly kills: number;
  /** Changes that a reader of the feed applied to its copy. */
  readonly followed: number;
}

const clients = 6;
const maxLifeMs = 700;
/** Above this no new upload begins: Ceph keeps every byte in memory. */
const maxBytes = 3 * 1024 ** 3;

/**
 * Kills one of three servers with SIGKILL repeatedly while clients upload and copy through nginx, and checks that nothing
 * acknowledged is lost: digests, usage, staged parts, and every byte by `doctor --read-data`. A reader of the change feed,
 * whose requests any server answers, has the tree in the end.
 */
export async function runClusterCrashLoop(
  engines: Engines,
  kills: number,
  say: (line: string) => void = () => undefined,
): Promise<ClusterCrashReport> {
  const cluster = await startCluster(engines);
  try {
    const { url, key, nodes } = cluster;
    const load = startUploads(url, key, { copies: true });
    const reader = await startReader(url, key);
    for (let kill = 1; kill <= kills; kill++) {
      const node = nodes[randomInt(nodes.length)]!;
      if ((await Promise.race([sleep(randomInt(maxLifeMs)), load.failure])) !== undefined) break;
      await node.end('SIGKILL');
      await node.start();
      if (kill % 10 === 0)
        say(`${kill} kills, ${load.uploads.length} uploads, ${load.countInterrupted()} requests interrupted`);
    }
    await load.end();
    const followed = await reader.end();
    return { kills, followed, ...(await verifyCluster(cluster, engines, load)) };
  } finally {
    await cluster.stop();
  }
}

/**
 * Ends the servers, and compares every byte, row and sum with what was acknowledged. `others` are files that are no part of
 * the load. Throws a Broken at a violation.
 */
export async function verifyCluster(
  { url, key, nodes, env }: Cluster,
  { ceph }: Engines,
  { uploads, copies, countAsked, countInterrupted }: ReturnType<typeof startUploads>,
  others = 0,
): Promise<ClusterSums> {
  await verifyFiles(url, key, [...uploads, ...copies]);
  for (const node of nodes) if ((await node.end('SIGTERM')) !== 0) throw new Broken('a server did not end in order');
  const least = others + uploads.length + copies.length;
  await verifyRows(env['DRIVE_DATABASE_URL'] ?? '', least, others + uploads.length + countAsked());
  const lostMultiparts = (await listMultiparts(ceph.bucket, env['DRIVE_STORAGE_URL'] ?? '')).length;
  const { stdout, stderr } = await runServer(env, 'doctor', '--read-data');
  const found = stdout.split('\n').filter((line) => line !== '');
  const damage = found.filter((line) => !line.startsWith('orphan_blob: '));
  if (damage.length > 0 || !stderr.includes('every byte was read'))
    throw new Broken(`the doctor found damage: ${stdout}${stderr}`);
  return {
    uploads: uploads.length,
    bytes: uploads.reduce((sum, upload) => sum + upload.bytes.length, 0),
    copies: copies.length,
    interrupted: countInterrupted(),
    lostMultiparts,
    orphans: found.length,
  };
}

/**
 * Clients that upload through nginx, copy one in three files if `copies` is true, and repeat every request that a failure
 * interrupted.
 */
export function startUploads(url: string, key: string, { copies: areCopied = false } = {}) {
  const uploads: CrashUpload[] = [];
  const copies: CrashUpload[] = [];
  let asked = 0;
  let bytes = 0;
  let interrupted = 0;
  let state: 'running' | 'ending' | 'cancelled' = 'running';
  const sendAll = async (): Promise<void> => {
    let upload: CrashUpload | undefined;
    let original: CrashUpload | undefined;
    const isBusy = (): boolean => upload !== undefined || original !== undefined;
    while (state === 'running' ? bytes <= maxBytes || isBusy() : state === 'ending' && isBusy()) {
      try {
        if (original !== undefined) {
          asked += 1;
          copies.push(await copy(url, key, original));
          original = undefined;
          continue;
        }
        if (upload === undefined) {
          upload = await reserve(url, key);
          bytes += upload.bytes.length;
          uploads.push(upload);
        }
        await send(url, upload);
        if (areCopied && randomInt(3) === 0) original = upload;
        upload = undefined;
      } catch (error) {
        if (!isInterruption(error)) {
          state = 'cancelled';
          throw error;
        }
        interrupted += 1;
        await sleep(100);
      }
    }
  };
  const work = Promise.all(Array.from({ length: clients }, sendAll));
  return {
    uploads,
    /** Acknowledged copies. */
    copies,
    /** Copies that were asked for: one whose answer was interrupted may be there, or not. */
    countAsked: () => asked,
    countInterrupted: () => interrupted,
    /** The first violation. Pending as long as there is none; undefined at the end. */
    failure: work.then(
      () => undefined,
      (error: unknown) => error,
    ),
    /** Resolves when every upload is complete. */
    end: async (): Promise<void> => {
      if (state === 'running') state = 'ending';
      await work;
    },
    cancel: (): void => void (state = 'cancelled'),
    /** No new upload begins: there are as many bytes as Ceph should keep. */
    isFull: (): boolean => bytes > maxBytes,
  };
}

/** Follows the changes through nginx, and repeats every request that a failure interrupted. */
async function startReader(url: string, key: string) {
  const reader = new CrashReader(key);
  await reader.start(url);
  const life = new AbortController();
  const follow = async (): Promise<void> => {
    while (!life.signal.aborted) {
      try {
        await reader.follow(url, life.signal);
      } catch (error) {
        if (!isInterruption(error)) throw error;
        await sleep(100);
      }
    }
  };
  const failure = follow().then(
    () => undefined,
    (error: unknown) => error,
  );
  return {
    /** Compares the copy with the tree. Returns the number of changes. */
    end: async (): Promise<number> => {
      life.abort();
      const error = await failure;
      if (error !== undefined) throw error;
      await reader.verify(url);
      return reader.changes;
    },
  };
}

/** Copies a complete upload, and returns the copy as if it had been uploaded. */
async function copy(url: string, key: string, original: CrashUpload): Promise<CrashUpload> {
  const response = await fetch(`${url}/api/files/copy`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ids: [original.fileId], copyToRoot: true }),
  });
  const text = await response.text();
  if (response.status !== 200 && response.status !== 207)
    throw new Broken(`copying answered ${response.status}: ${text}`);
  const { copied, failed } = JSON.parse(text) as { copied: { id: string }[]; failed: { status: number }[] };
  if (failed[0] !== undefined) throw new Broken(`copying answered ${failed[0].status}: ${text}`);
  if (copied.length !== 1) throw new Broken(`one copy made ${copied.length} files`);
  return { ...original, fileId: copied[0]?.id ?? '' };
}

/**
 * A request that a failure interrupted: nginx answers 502 or 504 or closes the connection, a server answers 502 or 503, or refuses a
 * PUT or PATCH until it knows that the killed holder of the upload is silent, or because it was silent itself for 10 seconds.
 */
const isInterruption = (error: unknown): boolean =>
  error instanceof Broken
    ? /answered (50[234]|409 upload_in_progress)/.test(error.message)
    : error instanceof SyntaxError ||
      (error instanceof Error && /fetch failed|terminated|answered 50[234]/.test(error.message));

/** The usage is the sum of the rows, and every upload and acknowledged copy became one file. */
async function verifyRows(databaseUrl: string, least: number, most: number): Promise<void> {
  const [row] = await queryPostgres(
    databaseUrl,
    `select (select count(*) from items where coalesce(blob_key, shared_key) is not null) as files,
       (select coalesce(sum(size), 0) from items where coalesce(blob_key, shared_key) is not null) as bytes,
       (select coalesce(sum(stored_bytes), 0) from storage_usage) as stored,
       (select coalesce(sum(reserved_bytes), 0) from storage_usage) as reserved,
       (select count(*) from staged_uploads) as staged,
       (select coalesce(sum(size_bytes), 0) from upload_sessions where status in ('PENDING', 'UPLOADING')) as open`,
  );
  if (row?.['staged'] !== '0') throw new Broken(`parts of ${row?.['staged']} complete uploads are left`);
  const files = Number(row?.['files']);
  if (files < least || files > most) throw new Broken(`${files} files are there, not ${least} to ${most}`);
  if (row?.['stored'] !== row?.['bytes'])
    throw new Broken(`${row?.['stored']} bytes count as stored, not ${row?.['bytes']}`);
  if (row?.['reserved'] !== row?.['open'])
    throw new Broken(`${row?.['reserved']} bytes count as reserved, not ${row?.['open']}`);
}
