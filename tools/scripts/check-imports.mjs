// Runs dependency-cruiser, and fails if it read almost nothing: with a TypeScript it cannot use, it reports success all the same.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../launcher/toolchain.mjs';

const AT_LEAST = 30;

const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
const { status, stdout } = spawnSync(
  process.execPath,
  [cruiser, '--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'packages', 'tools/e2e', 'tools/bench'],
  { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
);
console.log(stdout.trim());
const cruised = Number(/(\d+) modules, \d+ dependencies cruised/.exec(stdout)?.[1] ?? 0);
if (cruised < AT_LEAST) console.error(`only ${cruised} modules were read, at least ${AT_LEAST} were expected`);
process.exitCode = status === 0 && cruised >= AT_LEAST ? 0 : 1;
