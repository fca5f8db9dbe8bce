/**
 * Kills the server with SIGKILL repeatedly during uploads, replacements, changes of trees and moves to other owners, and checks that
 * nothing acknowledged is lost, and that readers of the change feed miss nothing:
 *
 *     npm run crash-loop -- 200
 *
 * or during deliveries to webhooks:
 *
 *     npm run crash-loop -- --webhooks 50
 *
 * with DRIVE_DATABASE_URL on Postgres; or one of three servers on Postgres and S3, behind nginx, during uploads:
 *
 *     npm run crash-loop -- --cluster 200
 *
 * Prints its counts; exits with 1 at the first violation.
 */
import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { versionsKept } from '../../packages/server/test/tree/tree-reference.ts';
import { MoveWorkload } from './crash-moves.ts';
import { CrashReader } from './crash-reader.ts';
import { TreeWorkload } from './crash-trees.ts';
import { Broken, reserve, send, type CrashUpload } from './crash-uploads.ts';
import {
  countRunningOperations,
  letOpenUploadsGrowOld,
  letTrashGrowOld,
  verifyFiles,
  verifyPurged,
  verifyStorage,
} from './crash-verify.ts';
import { runWebhookCrashLoop } from './crash-webhooks.ts';
import { admin, createKey, freshMachine, liftedLimits, runServer, startServer } from './programs.ts';
import { untilItDies } from './until-it-dies.ts';

export interface CrashReport {
  readonly kills: number;
  readonly uploads: number;
  readonly acknowledged: number;
  /** Sent again, or resumed, after a crash. */
  readonly resumed: number;
  /** Never resumed; deleted by a sweep at the end. */
  readonly abandoned: number;
  /** Acknowledged: made, renamed, moved, trashed, restored, purged, replaced. */
  readonly treeChanges: number;
  /** Acknowledged replacements and restored versions; part of `treeChanges`. */
  readonly replacements: number;
  /** Changes that readers of the feed applied to their copies. */
  readonly followed: number;
  /** Acknowledged moves of folders to other owners. */
  readonly ownerChanges: number;
  /** Those of more than 1,000 items, by operations; part of `ownerChanges`. */
  readonly largeOwnerChanges: number;
}

/** In every other run most of them are idle, so that the server handles mainly tree changes. */
const clients = 8;
const workloadCount = 3;
const maxLifeMs = 500;
/**
 * After each kill the loop checks the sums, the trees, and what requests touched; at each report also everything else. It sweeps before
 * that, like the hourly sweep of a server that crashes less often: a sweep removes nothing if more than a tenth of the blobs belong to
 * no file.
 */
const killsPerReport = 20;

export async function runCrashLoop(kills: number, say: (line: string) => void = () => undefined): Promise<CrashReport> {
  const { home, env: machine, dataDirectory } = freshMachine();
  const env = {
    ...machine,
    ...liftedLimits,
    DRIVE_LOG_LEVEL: 'warn',
    DRIVE_REGISTRATION: 'open',
    DRIVE_TEAM_DRIVES: 'everyone',
    DRIVE_VERSIONS_KEEP: String(versionsKept),
  };
  const uploads: CrashUpload[] = [];
  let resumed = 0;
  let server = await startServer(env);
  try {
    const key = await createKey(env, admin.email);
    const workloads: TreeWorkload[] = [];
    const readers = [new CrashReader(key)];
    for (let count = 1; count <= workloadCount; count++) {
      const account = { email: `workload${count}@example.com`, password: 'the trees of the tests' };
      await register(server.url, account);
      const keyOfTree = await createKey(env, account.email);
      workloads.push(new TreeWorkload(keyOfTree));
      readers.push(new CrashReader(keyOfTree));
    }
    const moves = await startMoves(server.url, env, () => countRunningOperations(dataDirectory));
    for (const reader of readers) await reader.start(server.url);
    const countChanges = (): number => moves.moves + workloads.reduce((sum, { changes }) => sum + changes, 0);

    for (let kill = 1; kill <= kills; kill++) {
      const { url } = server;
      const life = new AbortController();
      // A tenth is abandoned, the rest resumes.
      const cut = uploads.filter(({ acknowledged, sessionId }) => !acknowledged && !isAbandoned(sessionId));
      resumed += cut.length;
      const work = [
        ...Array.from({ length: kill % 2 === 0 ? 1 : clients }, () => keepSending(url, key, cut, uploads, life.signal)),
        ...workloads.map((workload) => untilItDies(() => workload.work(url, life.signal))),
        untilItDies(() => moves.work(url, life.signal)),
        ...readers.map((reader) => untilItDies(() => reader.follow(url, life.signal))),
      ];
      // In every other run something was acknowledged before the kill, however busy the machine is; otherwise it may come at once.
      const enough = countChanges() + (kill % 2);
      while (countChanges() < enough) await Promise.race([sleep(10), Promise.all(work)]);
      await sleep(randomInt(maxLifeMs));
      life.abort();
      await server.end('SIGKILL');
      await Promise.all(work);
      const isReportDue = kill % killsPerReport === 0;
      if (isReportDue) await sweep(env);
      server = await startServer(env);
      const scope = isReportDue || kill === kills ? 'all' : 'touched';
      for (const workload of [...workloads, moves]) await workload.verify(server.url, scope);
      if (isReportDue) say(`${kill} kills, ${uploads.length} uploads, ${countAcknowledged(uploads)} acknowledged`);
    }

    const left = uploads.filter(({ acknowledged, sessionId }) => !acknowledged && !isAbandoned(sessionId));
    for (const upload of left) await send(server.url, upload);
    // Uploads that lacked only their response are complete now, also without a returning client.
    await noticeCompleted(server.url, key, uploads);
    await verifyFiles(server.url, key, uploads);
    for (const workload of workloads) await workload.verifyBytes();
    for (const reader of readers) await reader.verify(server.url);
    if ((await server.end('SIGTERM')) !== 0) throw new Broken('the server did not end in order');

    const cutUploads = resumed + left.length + uploads.filter(({ sessionId }) => isAbandoned(sessionId)).length;
    verifyPurged(
      dataDirectory,
      workloads.reduce((sum, { cutReplacements }) => sum + cutReplacements, cutUploads),
    );
    await sweep(env);
    const acknowledged = countAcknowledged(uploads);
    const abandoned = await verifySweeps(env, dataDirectory, { acknowledged, workloads, moves });
    const treeChanges = workloads.reduce((sum, { changes }) => sum + changes, 0);
    const replacements = workloads.reduce((sum, workload) => sum + workload.replacements, 0);
    const followed = readers.reduce((sum, { changes }) => sum + changes, 0);
    return {
      kills,
      uploads: uploads.length,
      acknowledged,
      resumed,
      abandoned,
      treeChanges,
      replacements,
      followed,
      ownerChanges: moves.moves,
      largeOwnerChanges: moves.largeMoves,
    };
  } finally {
    await server.end('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  }
}

/** One client: first resumes interrupted uploads, then starts new ones, until the server is killed. */
const keepSending = (url: string, key: string, cut: CrashUpload[], uploads: CrashUpload[], life: AbortSignal) =>
  untilItDies(async () => {
    while (!life.aborted) {
      let upload = cut.pop();
      if (upload === undefined) {
        upload = await reserve(url, key);
        uploads.push(upload);
      }
      await send(url, upload);
    }
  });

const isAbandoned = (sessionId: string): boolean => sessionId.charCodeAt(0) % 10 === 0;
const countAcknowledged = (uploads: readonly CrashUpload[]): number =>
  uploads.filter(({ acknowledged }) => acknowledged).length;

async function noticeCompleted(url: string, key: string, uploads: readonly CrashUpload[]): Promise<void> {
  for (const upload of uploads) {
    if (upload.acknowledged) continue;
    const response = await fetch(`${url}/api/uploads/${upload.sessionId}/status`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { status } = (await response.json()) as { status: string };
    if (status === 'COMPLETE') upload.acknowledged = true;
    else if (status !== 'PENDING' && status !== 'UPLOADING') throw new Broken(`an open upload is ${status}`);
  }
}

async function startMoves(
  url: string,
  env: Readonly<Record<string, string>>,
  countRunning: () => number,
): Promise<MoveWorkload> {
  const mover = { email: 'mover@example.com', password: 'the moves of the tests' };
  await register(url, mover);
  const moves = new MoveWorkload(await createKey(env, mover.email), countRunning);
  await moves.start(url);
  return moves;
}

async function register(url: string, account: { readonly email: string; readonly password: string }): Promise<void> {
  const response = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  if (response.status !== 201) throw new Error(`registering answered ${response.status}: ${await response.text()}`);
}

/** Checks the storage before and after what is open and in the trash has grown old. Returns the number of open uploads. */
async function verifySweeps(
  env: Readonly<Record<string, string>>,
  dataDirectory: string,
  kept: { readonly acknowledged: number; readonly workloads: readonly TreeWorkload[]; readonly moves: MoveWorkload },
): Promise<number> {
  const { acknowledged, workloads, moves } = kept;
  const before = verifyStorage(dataDirectory);
  const countKept = (): number =>
    [...workloads, moves].reduce((sum, workload) => sum + workload.countKept(), acknowledged);
  if (before.files !== countKept())
    throw new Broken(`${countKept()} were acknowledged, ${before.files} files are there`);
  const countVersions = (): number => workloads.reduce((sum, workload) => sum + workload.countVersions(), 0);
  if (before.versions !== countVersions())
    throw new Broken(`${countVersions()} versions must be kept, ${before.versions} are there`);
  letOpenUploadsGrowOld(dataDirectory);
  letTrashGrowOld(dataDirectory);
  for (const workload of workloads) workload.forgetTrash();
  await sweep(env);
  const after = verifyStorage(dataDirectory);
  if (after.open !== 0 || after.files !== countKept() || after.versions !== countVersions())
    throw new Broken('the sweep took the wrong ones');
  return before.open;
}

async function sweep(env: Readonly<Record<string, string>>): Promise<void> {
  const { code, stderr } = await runServer(env, 'sweep');
  if (code !== 0) throw new Broken(`the sweep ended with ${code}: ${stderr}`);
}

if (import.meta.main) {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const [first, second] = process.argv.slice(2);
  if (first === '--webhooks') {
    const report = await runWebhookCrashLoop(Number(second ?? 50), {
      say,
      databaseUrl: process.env['DRIVE_DATABASE_URL'],
    });
    say(`every event arrived, and the log is right: ${JSON.stringify(report)}`);
  } else if (first === '--cluster') {
    const { runClusterCrashLoop } = await import('./cluster/crash-cluster.ts');
    const { startEngines } = await import('./cluster/start-cluster.ts');
    const engines = await startEngines();
    try {
      const report = await runClusterCrashLoop(engines, Number(second ?? 200), say);
      say(`nothing acknowledged was lost: ${JSON.stringify(report)}`);
    } finally {
      await engines.stop();
    }
  } else {
    const report = await runCrashLoop(Number(first ?? 200), say);
    say(`nothing acknowledged was lost: ${JSON.stringify(report)}`);
  }
}
