/**
 * Uploads many files through three servers on Postgres and S3 (Ceph with its files on this disk) while the servers are
 * restarted one after another, and compares every digest:
 *
 *     node --conditions=@drive/source tools/e2e/cluster/fill-cluster.ts [files] [GiB]
 *
 * Default: 5,000 files of 6 GiB together. Exits with 1 if an upload fails or a digest differs.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DriveClient } from '@drive/sdk';
import { runServer } from '../programs.ts';
import { startCluster, startEngines } from './start-cluster.ts';

const MiB = 1024 ** 2;
const clients = 6;
/** Time between two restarts. */
const pauseMs = 5000;
const [fileCount = 5000, gibibytes = 6] = process.argv.slice(2).map(Number);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Sizes as in a folder of photos and films: most are small, and a tenth of the files has most of the bytes. */
function pickSizes(): number[] {
  const weights = Array.from({ length: fileCount }, (_, index) =>
    index % 50 === 0 ? 40 : index % 10 === 0 ? 4 : 0.05 + Math.random(),
  );
  const unit = (gibibytes * 1024 * MiB) / weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => Math.ceil(weight * unit));
}

const sizes = pickSizes();
const sea = randomBytes(Math.max(...sizes) + 8 * MiB);
const engines = await startEngines({ store: 'disk' });
const cluster = await startCluster(engines, { DRIVE_DRAIN_SECONDS: '2' });
try {
  const { url, key, nodes, env } = cluster;
  let retries = 0;
  const client = new DriveClient({ baseUrl: url, apiKey: key, onRetry: () => void (retries += 1) });
  const folder = await client.files.createFolder({ name: 'Photos' });
  const digests = new Map<string, string>();
  let restarts = 0;
  let next = 0;
  let sent = 0;
  const beganAt = performance.now();
  const seconds = (): number => Math.round((performance.now() - beganAt) / 1000);

  const uploadAll = async (): Promise<void> => {
    for (let index = next++; index < sizes.length; index = next++) {
      const size = sizes[index] ?? 0;
      const at = randomInt(sea.length - size);
      const bytes = sea.subarray(at, at + size);
      const { fileId } = await client.uploads.upload(new Blob([bytes]), { name: `${index}.bin`, parentId: folder.id });
      digests.set(fileId, createHash('sha256').update(bytes).digest('hex'));
      sent += size;
      if (digests.size % 500 === 0)
        say(
          `${digests.size} files, ${(sent / 1024 / MiB).toFixed(2)} GiB, ${restarts} restarts, ${retries} retries, ${seconds()} s`,
        );
    }
  };
  const restartAll = async (): Promise<void> => {
    for (let turn = 0; next < sizes.length; turn += 1) {
      const node = nodes[turn % 3]!;
      if ((await node.end('SIGTERM')) !== 0) throw new Error('a server did not end in order');
      await node.start();
      restarts += 1;
      await sleep(pauseMs);
    }
  };
  await Promise.all([restartAll(), ...Array.from({ length: clients }, uploadAll)]);
  say(
    `uploaded ${digests.size} files, ${sent} bytes, in ${seconds()} s, with ${restarts} restarts and ${retries} retries`,
  );

  let compared = 0;
  for await (const { id, sha256 } of client.files.list({ parentId: folder.id })) {
    if (digests.get(id) !== sha256) throw new Error(`${id} has the digest ${sha256}, not ${digests.get(id)}`);
    compared += 1;
  }
  const { usedBytes } = await client.account.me();
  if (compared !== digests.size) throw new Error(`${compared} files are there, not ${digests.size}`);
  if (usedBytes !== sent) throw new Error(`${usedBytes} bytes are used, not ${sent}`);
  say(`${compared} digests in the database are those of the clients, and the usage is ${usedBytes}`);

  const { code, stdout, stderr } = await runServer(env, 'doctor', '--read-data');
  say(`${stdout}${stderr}after ${seconds()} s`);
  if (code !== 0 || stdout.trim() !== '' || !stderr.includes('every byte was read'))
    throw new Error('the doctor found damage');
} finally {
  await cluster.stop();
  await engines.stop();
}
