import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClamd } from '../src/index.ts';
import { eicar } from './fake-clamd.ts';

export interface ClamdProcess {
  readonly address: { readonly path: string };
  stop(): Promise<void>;
}

/** Whether Debian's package clamav-daemon is installed. */
export const hasClamd = ((): boolean => {
  try {
    execFileSync('clamd', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

const startMs = 60_000;

/** A real clamd whose only signature is that of EICAR's test file, so that nothing is downloaded. */
export async function startClamdProcess(
  directory: string,
  { streamMaxBytes }: { readonly streamMaxBytes: number },
): Promise<ClamdProcess> {
  const database = join(directory, 'signatures');
  const path = join(directory, 'clamd.sock');
  mkdirSync(database);
  // Name, type of file (0: any), offset (0: the beginning), bytes in hexadecimal.
  writeFileSync(join(database, 'eicar.ndb'), `Eicar-Test-Signature:0:0:${Buffer.from(eicar).toString('hex')}\n`);
  const config = join(directory, 'clamd.conf');
  const lines = [
    `DatabaseDirectory ${database}`,
    `LocalSocket ${path}`,
    `TemporaryDirectory ${directory}`,
    `StreamMaxLength ${streamMaxBytes}`,
    // Half of it, so that tests reach both limits.
    `MaxFileSize ${streamMaxBytes / 2}`,
    'AlertExceedsMax yes',
    'Foreground yes',
    'MaxThreads 2',
    // clamd gives up root's rights otherwise, for a user who cannot write into the directory.
    ...(process.getuid?.() === 0 ? ['User root'] : []),
  ];
  writeFileSync(config, `${lines.join('\n')}\n`);
  let output = '';
  const child = spawn('clamd', ['--config-file', config], { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  const client = createClamd({ address: { path } });
  const startedAt = performance.now();
  for (;;) {
    try {
      await client.ping();
      return { address: { path }, stop };
    } catch {
      if (child.exitCode !== null) throw new Error(`clamd did not start: ${output}`);
      if (performance.now() - startedAt > startMs) {
        await stop();
        throw new Error(`clamd did not answer within ${startMs} ms: ${output}`);
      }
      await sleep(100);
    }
  }
}
