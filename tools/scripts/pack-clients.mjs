// Packs the built SDK, React components and CLI into packages/server/clients, from where the server serves them below
// /install. The last step of `pnpm run build`. The same builds give the same bytes.
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../launcher/toolchain.mjs';
import { runProgram } from './run-program.mjs';

const clients = join(root, 'packages/server/clients');
mkdirSync(clients, { recursive: true });
await Promise.all(['sdk', 'react', 'cli'].map(pack));

async function pack(folder) {
  const archive = join(clients, `drive-${folder}.tgz`);
  const unfinished = `${archive}.${process.pid}`;
  // All are built already.
  const env = { ...process.env, pnpm_config_ignore_scripts: 'true' };
  const shell = process.platform === 'win32';
  await runProgram('pnpm', ['pack', '--out', unfinished], { cwd: join(root, 'packages', folder), env, shell });
  renameSync(unfinished, archive);
}
