// A built server like in production: with a temporary data directory, an administrator and a key.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../launcher/toolchain.mjs';
import { runProgram } from './run-program.mjs';

export const admin = { email: 'ada@example.com', password: 'correct horse battery staple' };

/** Starts it on a free port. `env` is added to its environment; `command` starts another build of it. */
export async function startRealServer({
  env = {},
  args = [],
  command = [process.execPath, join(root, 'packages/server/dist/main.mjs')],
} = {}) {
  const [file, ...first] = command;
  const home = mkdtempSync(join(tmpdir(), 'drive-home-'));
  const environment = {
    PATH: process.env.PATH,
    HOME: home,
    DRIVE_DATA_DIR: join(home, 'data'),
    DRIVE_PORT: '0',
    DRIVE_LOG_LEVEL: 'warn',
    ...env,
  };
  const asAdmin = ['user', 'create', '--admin', '--email', admin.email];
  await runProgram(file, [...first, ...asAdmin], { env: environment, input: `${admin.password}\n` });
  const key = await runProgram(file, [...first, 'key', 'create', '--email', admin.email], { env: environment });

  const child = spawn(file, [...first, 'serve', ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  let output = '';
  const url = await new Promise((resolve, reject) => {
    child.stderr.on('data', (chunk) => (output += chunk));
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const address = /^listening on (\S+)$/m.exec(output)?.[1];
      if (address !== undefined) resolve(address.replace(/\/$/, ''));
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}\n${output}`)));
  });
  return {
    url,
    apiKey: key.stdout.trim(),
    /** The home directory it has to itself. */
    home,
    /** Runs another command of the same build beside the server. */
    run: (...more) => runProgram(file, [...first, ...more], { env: { ...environment, DRIVE_PORT: new URL(url).port } }),
    /** Output so far. */
    output: () => output,
    async stop() {
      process.off('exit', end);
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      rmSync(home, { recursive: true, force: true });
    },
  };
}
