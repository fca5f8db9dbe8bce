// The main script of the single binary, which is CommonJS: nothing in it waits at the top level.
import { getAsset } from 'node:sea';
import { isWatch } from './two-way/watch/is-watch.ts';

// Variables for Node must not change this program, except for additional certificates.
for (const name of Object.keys(process.env))
  if (name.startsWith('NODE_') && name !== 'NODE_EXTRA_CA_CERTS') delete process.env[name];

const [word, ...more] = process.argv.slice(2);
const watch = async (): Promise<never> =>
  (await import('./watch-process.ts')).watchByProcesses([process.execPath, ...process.argv.slice(2)]);
const runHere = async (): Promise<never> => (await import('./run-process.ts')).runProcess();

// Only a binary has others' work inside, so only here it is a command.
if (word === 'licenses' && more.length === 0) process.stdout.write(getAsset('third-party-notices.txt', 'utf8'));
else void (isWatch([word, ...more]) ? watch() : runHere());
