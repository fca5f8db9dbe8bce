// Packs the published packages as npm would deliver them, into dist/: drive-contract.tgz, drive-sdk.tgz,
// drive-react.tgz, drive-cli.tgz, drive-server.tgz, and what they contain: sbom.cdx.json.
//   node tools/scripts/pack.mjs                 after `pnpm run build`; `npm run pack` builds first
//   node tools/scripts/pack.mjs --out DIR
// The checks pack once into CHECKS_PACKED_DIR instead, for all stages that use the archives.
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../launcher/toolchain.mjs';
import { packPackages, PUBLISHED } from './packed.mjs';
import { writeSbom } from './sbom.mjs';

const { out } = parseArgs({ options: { out: { type: 'string', default: join(root, 'dist') } } }).values;
const { packed, remove } = await packPackages(PUBLISHED);
for (const { folder, archive } of packed) {
  let file = archive;
  if (process.env.CHECKS_PACKED_DIR === undefined) {
    mkdirSync(out, { recursive: true });
    file = join(out, `drive-${folder}.tgz`);
    copyFileSync(archive, file);
  }
  console.log(`${relative(process.cwd(), file)}: ${(statSync(file).size / 2 ** 20).toFixed(1)} MiB`);
}
remove();
if (process.env.CHECKS_PACKED_DIR === undefined) console.log(relative(process.cwd(), await writeSbom(out)));
