// Asks the registry for advisories about every package of the lockfile, and keeps its answer as audit.json beside the bill
// of materials. Exits with 1 if one concerns a package that is published, or if the registry does not answer. A step of
// every release.
//   node tools/scripts/audit.mjs [--out DIR]       after `npm run pack`, which writes dist/sbom.cdx.json
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../launcher/toolchain.mjs';

const { out } = parseArgs({ options: { out: { type: 'string', default: join(root, 'dist') } } }).values;
const { components } = JSON.parse(readFileSync(join(out, 'sbom.cdx.json'), 'utf8'));
const published = new Set(components.map(({ purl }) => purl));

const { stdout, stderr } = spawnSync('pnpm', ['audit', '--json'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1e9,
  shell: process.platform === 'win32',
});
let advisories;
try {
  ({ advisories } = JSON.parse(stdout));
} catch {
  console.error(`The registry gave no advisories; a release needs them.\n${stdout}${stderr}`);
  process.exit(1);
}
const file = join(out, 'audit.json');
writeFileSync(file, stdout);

const lines = Object.values(advisories ?? {}).flatMap(({ module_name: name, severity, title, url, findings }) =>
  findings.map(({ version }) => {
    const isPublished = published.has(`pkg:npm/${name.replace('@', '%40')}@${version}`);
    return { isPublished, text: `${severity.padEnd(8)}  ${name} ${version}: ${title} (${url})` };
  }),
);
const [inPrograms, inTools] = [lines.filter((line) => line.isPublished), lines.filter((line) => !line.isPublished)];
for (const { text } of inPrograms) console.log(`published  ${text}`);
for (const { text } of inTools) console.log(`tools      ${text}`);
console.log(
  `${inPrograms.length} advisories about published packages, ${inTools.length} about tools; kept in ${relative(process.cwd(), file)}`,
);
process.exitCode = inPrograms.length === 0 ? 0 : 1;
