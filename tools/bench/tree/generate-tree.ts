// Fills a fresh data directory with one owner's tree of this many items, and another user's small one, without a
// server:
//   node --conditions=@drive/source tools/bench/tree/generate-tree.ts --items 1000000 --shape bushy --data-dir DIR [--bytes] [--check]
// Writes the accounts with their keys, and the folders to measure at, to DIR/tree.json, and prints the keys. Then start
// the server with DRIVE_DATA_DIR=DIR (and DRIVE_RATE_APIKEY=0 DRIVE_FEATURE_LIMITS=off for many requests). The rows
// refer to missing bytes; --bytes creates them, at most 4 KiB per file.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seedTree } from './seed-tree.ts';
import { shapes } from './shape.ts';

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '1000' },
    shape: { type: 'string', default: 'bushy' },
    'data-dir': { type: 'string' },
    seed: { type: 'string', default: '1' },
    bytes: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
});
const shape = shapes.find((each) => each === values.shape);
const dataDirectory = values['data-dir'];
if (shape === undefined || dataDirectory === undefined) {
  console.error(`--data-dir DIR is needed, and --shape is one of ${shapes.join(', ')}`);
  process.exit(2);
}

const began = performance.now();
const seeded = await seedTree({
  dataDirectory,
  shape,
  items: Number(values.items),
  seed: Number(values.seed),
  withBytes: values.bytes,
});
console.log(JSON.stringify({ owner: seeded.owner, other: seeded.other }, null, 2));
console.error(`${values.items} items in ${((performance.now() - began) / 1000).toFixed(1)} s`);

if (values.check) {
  const { findBrokenPromises } = await import('./check-tree.ts');
  const broken = findBrokenPromises(join(dataDirectory, 'drive.db'));
  console.error(broken.length === 0 ? 'every promise of the tree holds' : `broken: ${broken.join('; ')}`);
  if (broken.length > 0) process.exit(1);
}
