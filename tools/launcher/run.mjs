import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { become, die, findNode, root } from './toolchain.mjs';

/** Runs a built program of this checkout with a Node that is new enough, whatever Node the caller has. */
export function run(program) {
  const node = findNode();
  const main = join(root, program);
  if (node === undefined || !existsSync(main)) die('not built yet: run "npm start" once');
  become(node, [main, ...process.argv.slice(2)], { env: process.env });
}
