// Runs dependency-cruiser and doubts its success: with a TypeScript it cannot use, it reads almost nothing and is content.
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
