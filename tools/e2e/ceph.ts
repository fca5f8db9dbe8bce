// Ceph with an S3 gateway from Debian's packages, by default in a temporary directory and in memory: a real S3 for tests.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import aws4 from 'aws4';
import { testCertificate } from '../../packages/internal/guarded-fetch/test/certificate.ts';

/** The certificate of the gateway, in the format of testCertificate. */
const { cert, key: privateKey } = testCertificate;

/** An empty bucket; in the path of its URL. */
export interface TestBucket {
  /** URL of the gateway. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

export interface Ceph {
  readonly bucket: TestBucket;
  /** URL of the gateway with TLS, by `testCertificate`. */
  readonly tlsEndpoint: string;
  /** Ends the gateway as a crash does. */
  killGateway(): Promise<void>;
  startGateway(): Promise<void>;
  stop(): Promise<void>;
}

const programs = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'ceph', 'ceph-authtool', 'monmaptool'];
/** A key for `aws:kms`. Other encryption is not set up: the gateway refuses it. */
export const testKmsKey = 'test-key';
/** A storage class besides STANDARD. */
export const testStorageClass = 'COLD';
const READY_WITHIN_MS = 60_000;

/** The programs that this machine lacks. */
export const listMissingCephPrograms = (): string[] =>
  programs.filter((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).error !== undefined);

const stores = {
  memory: `osd objectstore = memstore
memstore device bytes = 4294967296`,
  // A sparse file.
  disk: `osd objectstore = bluestore
bluestore block size = 34359738368
osd memory target = 1073741824`,
};

interface Ports {
  readonly monitor: number;
  readonly gateway: number;
  readonly tls: number;
}

/** Stay equal at each start: the monitor and the stored user have them. */
interface Identity {
  readonly fsid: string;
  readonly monitorPort: number;
  readonly credentials: TestBucket['credentials'];
}

export interface CephStart {
  /** Default: memory. Delete what a test stores there. */
  readonly store?: keyof typeof stores | undefined;
  /** Keeps everything, with the store on disk: a later start goes on with it. Default: a temporary directory. */
  readonly directory?: string | undefined;
}

const settings = (directory: string, fsid: string, ports: Ports, store: keyof typeof stores): string => `
[global]
fsid = ${fsid}
mon host = v2:127.0.0.1:${ports.monitor}
public addr = 127.0.0.1
ms bind ipv6 = false
keyring = ${directory}/keyring
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
run dir = ${directory}
pid file =
admin socket =
log file = ${directory}/$name.log
mon cluster log file = ${directory}/cluster.log
mon data = ${directory}/mon
mon initial members = a
mon allow pool size one = true
mon warn on pool no redundancy = false
paxos propose interval = 0.05
osd data = ${directory}/osd
${stores[store]}
osd crush chooseleaf type = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pg autoscale mode = off
rgw frontends = beast endpoint=127.0.0.1:${ports.gateway} ssl_endpoint=127.0.0.1:${ports.tls} ssl_certificate=${directory}/cert.pem ssl_private_key=${directory}/key.pem
rgw dynamic resharding = false
rgw enable usage log = false
rgw crypt require ssl = false
rgw crypt s3 kms backend = testing
rgw crypt s3 kms encryption keys = ${testKmsKey}=${randomBytes(32).toString('base64')}
`;

/** Takes three to nine seconds. */
export async function startCeph({ store = 'memory', directory: kept }: CephStart = {}): Promise<Ceph> {
  const directory = kept ?? mkdtempSync(join(tmpdir(), 'drive-ceph-'));
  const remove = (): void => {
    if (kept === undefined) rmSync(directory, { recursive: true, force: true });
  };
  const { isNew, fsid, monitorPort, credentials } = await identityIn(directory);
  const ports = { monitor: monitorPort, gateway: await findFreePort(), tls: await findFreePort() };
  const conf = join(directory, 'ceph.conf');
  writeFileSync(conf, settings(directory, fsid, ports, kept === undefined ? store : 'disk'));
  writeFileSync(join(directory, 'cert.pem'), cert);
  writeFileSync(join(directory, 'key.pem'), privateKey);

  const run = (program: string, ...args: string[]): void => {
    const { status, stderr, error } = spawnSync(program, ['-c', conf, ...args], { encoding: 'utf8', timeout: 30_000 });
    if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? stderr}`);
  };
  const daemons = new Map<string, ChildProcess>();
  const start = (name: string, program: string, ...args: string[]): void => {
    daemons.set(name, spawn(program, ['-f', '-c', conf, ...args], { stdio: 'ignore' }));
  };
  const end = async (name: string, signal: NodeJS.Signals): Promise<void> => {
    const child = daemons.get(name);
    daemons.delete(name);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill(signal);
    await ended;
  };
  const stop = async (): Promise<void> => {
    for (const name of [...daemons.keys()].toReversed()) await end(name, 'SIGKILL');
    remove();
  };
  // The daemons must not outlive a test run that ends early.
  const killAll = (): void => {
    for (const child of daemons.values()) child.kill('SIGKILL');
    remove();
  };
  process.once('exit', killAll);

  const endpoint = `http://127.0.0.1:${ports.gateway}`;
  const startGateway = async (): Promise<void> => {
    start('gateway', 'radosgw', '-n', 'client.admin');
    const deadline = performance.now() + READY_WITHIN_MS;
    while (
      !(await fetch(endpoint).then(
        (answer) => answer.ok,
        () => false,
      ))
    ) {
      if (performance.now() > deadline || daemons.get('gateway')?.exitCode !== null)
        throw new Error(
          `the gateway did not start: ${readFileSync(join(directory, 'client.admin.log'), 'utf8').slice(-2000)}`,
        );
      await sleep(50);
    }
  };
  const bucket = { endpoint, bucket: 'drive', credentials };
  try {
    if (isNew) createCluster({ run, start, directory, monitorPort, credentials });
    else {
      start(...monitor);
      start(...objectStore);
    }
    await startGateway();
    await createBucket(bucket);
    if (isNew) writeFileSync(join(directory, identityFile), JSON.stringify({ fsid, monitorPort, credentials }));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    bucket,
    tlsEndpoint: `https://127.0.0.1:${ports.tls}`,
    killGateway: () => end('gateway', 'SIGKILL'),
    startGateway,
    stop: async () => {
      process.off('exit', killAll);
      await stop();
    },
  };
}

interface ClusterOptions {
  readonly run: (program: string, ...args: string[]) => void;
  readonly start: (name: string, program: string, ...args: string[]) => void;
  readonly directory: string;
  readonly monitorPort: number;
  readonly credentials: TestBucket['credentials'];
}

const identityFile = 'identity.json';
const monitor = ['monitor', 'ceph-mon', '-i', 'a'] as const;
const objectStore = ['store', 'ceph-osd', '-i', '0'] as const;

/** Reads it, or makes one with the empty directories of a new cluster. A start that did not end is begun anew. */
async function identityIn(directory: string): Promise<Identity & { readonly isNew: boolean }> {
  const file = join(directory, identityFile);
  if (existsSync(file)) return { ...(JSON.parse(readFileSync(file, 'utf8')) as Identity), isNew: false };
  for (const name of ['mon', 'osd']) {
    rmSync(join(directory, name), { recursive: true, force: true });
    mkdirSync(join(directory, name), { recursive: true });
  }
  const credentials = {
    accessKeyId: randomBytes(10).toString('hex'),
    secretAccessKey: randomBytes(20).toString('hex'),
  };
  return { isNew: true, fsid: randomUUID(), monitorPort: await findFreePort(), credentials };
}

/** Starts a monitor and a store, and creates the user of the gateway. */
function createCluster(options: ClusterOptions): void {
  const { run, start, directory, monitorPort, credentials } = options;
  const keyring = join(directory, 'keyring');
  const key = (entity: string, ...caps: string[]): void =>
    run(
      'ceph-authtool',
      keyring,
      ...(entity === 'mon.' ? ['--create-keyring'] : []),
      '--gen-key',
      '-n',
      entity,
      ...caps.flatMap((cap) => ['--cap', ...cap.split('=')]),
    );
  key('mon.', 'mon=allow *');
  key('client.admin', 'mon=allow *', 'osd=allow *', 'mgr=allow *');
  key('osd.0', 'mon=allow profile osd', 'osd=allow *');
  const map = join(directory, 'monmap');
  run('monmaptool', '--create', '--addv', 'a', `[v2:127.0.0.1:${monitorPort}]`, map);
  run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring);
  start(...monitor);
  const storeId = randomUUID();
  run('ceph', 'osd', 'new', storeId, '0');
  run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', storeId);
  start(...objectStore);
  run(
    'radosgw-admin',
    'user',
    'create',
    '--uid=drive',
    '--display-name=drive',
    '--access-key',
    credentials.accessKeyId,
    '--secret',
    credentials.secretAccessKey,
  );
  for (const [kind, pool] of [
    ['zonegroup', []],
    ['zone', ['--data-pool=default.rgw.cold.data']],
  ] as const)
    run(
      'radosgw-admin',
      kind,
      'placement',
      'add',
      `--rgw-${kind}=default`,
      '--placement-id=default-placement',
      `--storage-class=${testStorageClass}`,
      ...pool,
    );
}

async function createBucket(bucket: TestBucket): Promise<void> {
  const answer = await send(bucket, 'PUT', '');
  if (!answer.ok) throw new Error(`the bucket could not be created: ${answer.status} ${await answer.text()}`);
}

/** Keys of multipart uploads below an s3:// URL that were neither completed nor aborted, at most 1,000. */
export async function listMultiparts(bucket: TestBucket, storageUrl: string): Promise<string[]> {
  const answer = await send(bucket, 'GET', '?uploads');
  if (!answer.ok) throw new Error(`the multipart uploads could not be listed: ${answer.status}`);
  const keys = Array.from((await answer.text()).matchAll(/<Key>([^<]*)<\/Key>/g), ([, key = '']) => key);
  return keys.filter((key) => `s3://${bucket.bucket}/${key}`.startsWith(`${storageUrl}/`));
}

function send({ endpoint, bucket, credentials }: TestBucket, method: string, query: string): Promise<Response> {
  const path = `/${bucket}${query}`;
  const request = { service: 's3', region: 'us-east-1', method, host: new URL(endpoint).host, path };
  const { headers } = aws4.sign(request, credentials);
  return fetch(`${endpoint}${path}`, { method, headers: headers as Record<string, string> });
}

export async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
