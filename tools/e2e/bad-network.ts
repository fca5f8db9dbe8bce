// Uploads a file with the built CLI to the built server through a network that is slow and cuts every connection after
// some MiB, downloads it again, and compares both.
//   node --conditions=@drive/source tools/e2e/bad-network.ts [--mib 1024] [--cut 8] [--rate 100]      in MiB, the rate per second and direction
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, createReadStream, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cuttingProxy } from './cutting-proxy.ts';
import { admin, drive, freePort, freshMachine, runServer, startServer } from './programs.ts';

const MiB = 1024 * 1024;

export interface BadNetworkReport {
  readonly uploadSeconds: number;
  readonly downloadSeconds: number;
  readonly cuts: number;
  readonly sha256: string;
}

/** Throws unless the download equals the upload. */
export async function sendThroughBadNetwork(sizes: {
  readonly mib: number;
  readonly cutMib: number;
  readonly mibPerSecond: number;
}): Promise<BadNetworkReport> {
  const { home, env } = freshMachine();
  // The server issues URLs that lead through the network, so it must know the port before it starts.
  const port = await freePort();
  const proxy = await cuttingProxy(`http://127.0.0.1:${port}`, sizes.cutMib * MiB, sizes.mibPerSecond * MiB);
  const settings = { ...env, DRIVE_PORT: String(port), DRIVE_BASE_URL: proxy.url };
  const server = await startServer(settings);
  try {
    const path = join(home, 'film.bin');
    const sha256 = writeRandom(path, sizes.mib);
    const key = await runServer(settings, 'key', 'create', '--email', admin.email);
    const cli = {
      PATH: env['PATH'] ?? '',
      HOME: home,
      DRIVE_BASE_URL: proxy.url,
      DRIVE_API_KEY: /svc_[\w-]{40}/.exec(key.stdout)?.[0] ?? '',
    };
    const command = async (...argv: string[]): Promise<number> => {
      const began = performance.now();
      const { code, stderr } = await drive(cli, ...argv);
      if (code !== 0) throw new Error(`drive-cli ${argv.join(' ')} ended with ${code}: ${stderr}`);
      return (performance.now() - began) / 1000;
    };
    const uploadSeconds = await command('upload', '--resumable', path);
    const copy = join(home, 'copy.bin');
    const downloadSeconds = await command('download', '/film.bin', '-o', copy);
    const copied = await hashOf(copy);
    if (copied !== sha256) throw new Error(`${sha256} went up, ${copied} came down`);
    return { uploadSeconds, downloadSeconds, cuts: proxy.cuts(), sha256 };
  } finally {
    await server.end('SIGTERM');
    await proxy.close();
    rmSync(home, { recursive: true, force: true });
  }
}

function writeRandom(path: string, mib: number): string {
  const file = openSync(path, 'w');
  const hash = createHash('sha256');
  const piece = randomBytes(MiB);
  for (let number = 0; number < mib; number++) {
    piece.writeUInt32LE(number, 0);
    hash.update(piece);
    writeSync(file, piece);
  }
  closeSync(file);
  return hash.digest('hex');
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: MiB })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      mib: { type: 'string', default: '1024' },
      cut: { type: 'string', default: '8' },
      rate: { type: 'string', default: '100' },
    },
  });
  const mib = Number(values.mib);
  const report = await sendThroughBadNetwork({ mib, cutMib: Number(values.cut), mibPerSecond: Number(values.rate) });
  const rate = (seconds: number): string => `${seconds.toFixed(1)} s, ${(mib / seconds).toFixed(1)} MiB/s`;
  console.log(`up:   ${rate(report.uploadSeconds)}\ndown: ${rate(report.downloadSeconds)}`);
  console.log(`${report.cuts} connections were cut; SHA-256 equal: ${report.sha256}`);
}
