// `npm run dev`: rebuilds the server when a source changes, and restarts it after the build.
// Node cannot run the .tsx pages from source, so the bundle runs.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../launcher/toolchain.mjs';

const server = join(root, 'packages/server');
const tsdown = join(root, 'node_modules/tsdown/dist/run.mjs');
// Cleaning would leave a moment without main.mjs in every build.
const children = [
  spawn(process.execPath, [tsdown, '--watch', '--no-clean', '--log-level', 'warn'], { cwd: server, stdio: 'inherit' }),
  spawn(
    process.execPath,
    ['--enable-source-maps', '--watch', '--watch-preserve-output', 'packages/server/dist/main.mjs', 'serve'].concat(
      '--cli-profile',
      process.argv.slice(2),
    ),
    { cwd: root, stdio: 'inherit' },
  ),
];

let stopping = false;
function stop() {
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
for (const child of children) {
  child.on('exit', (code) => {
    if (!stopping) process.exitCode = code ?? 1;
    stop();
  });
}
