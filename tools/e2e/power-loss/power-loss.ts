/**
 * Records every disk change of a server while files are uploaded and changed, constructs the states that a power loss
 * at random moments may leave, and starts a server on each of these images:
 *
 *     npm run power-loss -- 200
 *
 * An image contains all synced data, and any part of the rest in any order, torn at sectors. Everything that was
 * answered before the power loss must be present, byte for byte. Needs a C compiler. Exits with 1 at the first
 * violation, and then keeps the image.
 */
import { createHash, randomInt } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { createChance } from '@drive/database/test';
import { Broken } from '../crash-uploads.ts';
import { verifyStorage } from '../crash-verify.ts';
import { admin, createKey, freshMachine, liftedLimits, runServer, startServer } from '../programs.ts';
import { createWebhook } from '../webhook-receivers.ts';
import { compileDiskLog, readDiskLog } from './disk-log.ts';
import { call, statesAt, work, type FileState, type WorkedFile, type WorkloadOptions } from './power-workload.ts';
import { RecordedDisk } from './recorded-disk.ts';

export interface PowerLossReport {
  readonly images: number;
  /** Calls that were answered while the changes were recorded. */
  readonly answered: number;
  readonly changes: number;
  readonly syncs: number;
  /** Files in the state of an answered call, over all images. */
  readonly filesFound: number;
  readonly eventsFound: number;
}

export interface PowerLossOptions {
  readonly say?: (line: string) => void;
  readonly seed?: number;
  /** Images per recording. Default 50. */
  readonly imagesEach?: number;
  /** Duration of one recording. Default 15 s. */
  readonly recordMs?: number;
  /** Ignores all syncs, so that the check must find losses. For its own test. */
  readonly ignoresSyncs?: boolean;
}

interface Recording {
  readonly directory: string;
  readonly diskLog: string;
  readonly env: Readonly<Record<string, string>>;
  readonly key: string;
  readonly files: readonly WorkedFile[];
  /** Bytes of the log when everything before the workload was answered. */
  readonly readyAt: number;
}

const callers = 8;

export async function runPowerLoss(images: number, options: PowerLossOptions = {}): Promise<PowerLossReport> {
  const {
    say = () => undefined,
    seed = randomInt(2 ** 31),
    imagesEach = 50,
    recordMs = 15_000,
    ignoresSyncs = false,
  } = options;
  say(`seed ${seed}`);
  const chance = createChance(seed);
  const report = { images: 0, answered: 0, changes: 0, syncs: 0, filesFound: 0, eventsFound: 0 };
  while (report.images < images) {
    const { home, env } = freshMachine();
    try {
      const recording = await record(home, env, recordMs);
      const answered = recording.files.flatMap(({ steps }) => steps).filter(({ answeredAt }) => answeredAt < Infinity);
      report.answered += answered.length;
      await replay(recording, {
        images: Math.min(imagesEach, images - report.images),
        ignoresSyncs,
        chance,
        report,
        say,
      });
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  }
  return report;
}

async function record(home: string, machine: Record<string, string>, recordMs: number): Promise<Recording> {
  const directory = join(home, 'disk');
  const diskLog = join(home, 'disk.log');
  mkdirSync(directory);
  const env = {
    ...machine,
    DRIVE_DATA_DIR: join(directory, 'data'),
    ...liftedLimits,
    DRIVE_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    // Deliveries are not sent: there is no receiver, and no second attempt.
    DRIVE_WEBHOOK_RETRY_SECONDS: '86400',
    DRIVE_MIN_FREE_BYTES: '0',
  };
  const recorded = {
    ...env,
    LD_PRELOAD: compileDiskLog(home),
    DISK_LOG_DIRECTORY: directory,
    DISK_LOG_FILE: diskLog,
    UV_USE_IO_URING: '0',
  };
  const server = await startServer(recorded);
  try {
    const key = await createKey(recorded, admin.email);
    const { url } = server;
    await createWebhook(url, key, 'https://127.0.0.1:9/hook');
    const collection = (await call({ url, key }, 'POST', '/api/collections', { name: 'Power', maxFiles: 9999 })) as {
      token: string;
    };
    const options: WorkloadOptions = { url, key, collectionToken: collection.token, diskLog };
    const readyAt = statSync(diskLog).size;
    const files: WorkedFile[] = [];
    const life = new AbortController();
    const working = Array.from({ length: callers }, () => work(options, files, life.signal));
    await Promise.race([sleep(recordMs), ...working]);
    life.abort();
    await Promise.all(working);
    return { directory, diskLog, env, key, files, readyAt };
  } finally {
    await server.end('SIGKILL');
  }
}

interface Replay {
  readonly images: number;
  readonly ignoresSyncs: boolean;
  readonly chance: () => number;
  readonly report: { -readonly [Name in keyof PowerLossReport]: number };
  readonly say: (line: string) => void;
}

async function replay(recording: Recording, { images, ignoresSyncs, chance, report, say }: Replay): Promise<void> {
  const { size } = statSync(recording.diskLog);
  // A tenth of the moments are during the set-up of the server.
  const times = Array.from({ length: images }, () =>
    chance() < 0.1 ? chance() * recording.readyAt : recording.readyAt + chance() * (size - recording.readyAt),
  ).toSorted((a, b) => a - b);
  const disk = new RecordedDisk(recording.directory);
  for (const change of readDiskLog(recording.diskLog)) {
    while (times[0] !== undefined && times[0] < change.at) {
      await check(disk, recording, { time: times.shift() ?? 0, keepsImage: !ignoresSyncs, chance, report });
      report.images += 1;
      if (report.images % 10 === 0) say(`${report.images} images, ${report.filesFound} files found`);
    }
    if (!(ignoresSyncs && change.kind === 'sync ended')) disk.apply(change);
    report.changes += 1;
    if (change.kind === 'sync ended') report.syncs += 1;
  }
}

async function check(
  disk: RecordedDisk,
  recording: Recording,
  { time, keepsImage, chance, report }: Pick<Replay, 'chance' | 'report'> & { time: number; keepsImage: boolean },
): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'drive-power-image-'));
  const [image, untouched] = [join(home, 'disk'), join(home, 'as-found')];
  const seed = Math.floor(chance() * 2 ** 31);
  leaveImage(disk, image, seed);
  const env = { ...recording.env, HOME: home, DRIVE_DATA_DIR: join(image, 'data') };
  try {
    if (time >= recording.readyAt) await verifyByServer(env, recording, time, chance);
    else await (await startServer(env)).end('SIGTERM');
    await expectSuccess(env, 'sweep');
    // Doctor would report the orphans that the sweep kept.
    if (verifyStorage(env.DRIVE_DATA_DIR).orphans === 0) await expectSuccess(env, 'doctor', '--read-data');
    if (time >= recording.readyAt) verifyRows(env.DRIVE_DATA_DIR, recording, time, report);
  } catch (error) {
    if (keepsImage) leaveImage(disk, untouched, seed);
    else rmSync(home, { recursive: true, force: true });
    throw new Broken(`an image of a power loss at ${Math.floor(time)} (${untouched}): ${String(error)}`, {
      cause: error,
    });
  }
  rmSync(home, { recursive: true, force: true });
}

/** Writes the image of the seed, which is the same each time. */
function leaveImage(disk: RecordedDisk, image: string, seed: number): void {
  disk.leave(image, createChance(seed));
  // A power loss changes the boot id.
  const bootId = join(image, 'data/boot-id');
  if (existsSync(bootId)) writeFileSync(bootId, 'the start before');
}

async function expectSuccess(env: Readonly<Record<string, string>>, ...args: string[]): Promise<void> {
  const { code, stdout, stderr } = await runServer(env, ...args);
  if (code !== 0) throw new Broken(`${args.join(' ')} ended with ${code}: ${stdout}${stderr}`);
}

/** The server starts and sends the uploaded bytes: checked by requests for some files, by doctor for the others. */
async function verifyByServer(
  env: Readonly<Record<string, string>>,
  { key, files }: Recording,
  time: number,
  chance: () => number,
): Promise<void> {
  const server = await startServer(env);
  try {
    const { url } = server;
    // An upload with all bytes but without a row becomes a file at the next status request.
    const underWay = files.filter(
      ({ sessionId, steps: [uploaded] }) =>
        sessionId !== '' && uploaded && uploaded.begunAt <= time && uploaded.answeredAt > time,
    );
    for (const { sessionId } of underWay)
      await fetch(`${url}/files/tus/${sessionId}`, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } });
    const certain = files.filter((file) => statesAt(file, time).every(({ state }) => state === 'alive'));
    for (let count = 0; count < 5 && certain.length > 0; count += 1) {
      const [file] = certain.splice(Math.floor(chance() * certain.length), 1);
      if (file === undefined) break;
      const { downloadUrl } = (await call({ url, key }, 'GET', `/api/files/${file.id}/download-url`)) as {
        downloadUrl: string;
      };
      const bytes = Buffer.from(await (await fetch(downloadUrl)).arrayBuffer());
      if (createHash('sha256').update(bytes).digest('hex') !== file.sha256)
        throw new Broken(`${file.id} holds other bytes: ${bytes.length} of them`);
    }
  } finally {
    await server.end('SIGTERM');
  }
  if (server.child.exitCode !== 0)
    throw new Broken(`the server ended with ${server.child.exitCode}: ${server.complaints()}`);
}

/** Every file is in the state of its last response, or of the call in progress. */
function verifyRows(
  dataDirectory: string,
  { files }: Recording,
  time: number,
  report: { filesFound: number; eventsFound: number },
): void {
  const database = new DatabaseSync(join(dataDirectory, 'drive.db'), { readOnly: true });
  try {
    const rows = database.prepare('select id, name, state, sha256, size from items where is_folder = 0').all() as {
      [column: string]: unknown;
    }[];
    const items = new Map(rows.map((row) => [row['id'], row]));
    const shares = new Map(
      database
        .prepare('select token, item_id from shares')
        .all()
        .map((row) => [row['token'], row]),
    );
    const events = database.prepare(`select id, data from events where type = 'collect.uploaded'`).all();
    const eventOf = new Map(
      events.map(({ id, data }) => [(JSON.parse(String(data)) as { file_id: string }).file_id, id]),
    );
    const delivered = new Set(
      database
        .prepare('select event_id from webhook_deliveries')
        .all()
        .map((row) => row['event_id']),
    );
    for (const file of files) {
      const row = items.get(file.id);
      const found: FileState =
        row === undefined || row['state'] === 'purged' || row['state'] === 'purging'
          ? { state: 'gone', name: '' }
          : { state: row['state'] as 'alive' | 'trashed', name: String(row['name']) };
      const allowed = statesAt(file, time);
      if (!allowed.some(({ state, name }) => state === found.state && name === found.name))
        throw new Broken(`${file.id} is ${JSON.stringify(found)}, which is none of ${JSON.stringify(allowed)}`);
      if (found.state !== 'gone') {
        if (row?.['sha256'] !== file.sha256 || row['size'] !== file.sizeBytes)
          throw new Broken(`${file.id} has ${String(row?.['size'])} bytes with the digest ${String(row?.['sha256'])}`);
        if (allowed.length === 1) report.filesFound += 1;
        if (file.share !== undefined && file.share.answeredAt <= time && !shares.has(file.share.token))
          throw new Broken(`the share of ${file.id} is gone`);
      }
      const uploaded = file.steps[0];
      if (!file.isCollected || uploaded === undefined || uploaded.answeredAt > time) continue;
      const event = eventOf.get(file.id);
      if (event === undefined) throw new Broken(`the event of the upload ${file.id} is gone`);
      if (!delivered.has(event)) throw new Broken(`the delivery of the event of the upload ${file.id} is gone`);
      report.eventsFound += 1;
    }
  } finally {
    database.close();
  }
}

if (import.meta.main) {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const [images, seed] = process.argv.slice(2);
  const report = await runPowerLoss(Number(images ?? 200), {
    say,
    ...(seed === undefined ? {} : { seed: Number(seed) }),
  });
  say(`nothing acknowledged was lost: ${JSON.stringify(report)}`);
}
