// Makes everything that a release publishes, into dist/release, and tries it in an empty directory.
//   npm run release                  the launcher builds first
//   npm run release -- --url URL     where the files will be published, which install.sh downloads from
//   npm run release -- --tries-only  tries what an earlier run has made
// What this machine cannot make or try is listed with its reason; the run then still succeeds.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { renderReleaseScript } from '../../../packages/internal/client-downloads/src/release-script.ts';
import { root } from '../../launcher/toolchain.mjs';
import { runProgram } from '../run-program.mjs';
import { writeImage } from './oci-image.mjs';
import { tryBinaries, tryImage, tryInstaller, tryPackages } from './tries.mjs';

const out = join(root, 'dist/release');
const here = `${process.platform}-${process.arch}`;
/** Other platforms need the Node of that platform, and macOS and Windows a signature that only their own tools make. */
const targets = ['linux-x64', 'linux-arm64'];
const notBuilt = { 'darwin-arm64': 'needs codesign of macOS', 'win32-x64': 'needs signtool of Windows' };

const options = {
  'tries-only': { type: 'boolean', default: false },
  url: { type: 'string', default: 'https://releases.example.com/drive' },
};
const { 'tries-only': triesOnly, url } = parseArgs({ options }).values;
const noRegistry = /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|E40[345]/;
const failed = [];
const skipped = [];

if (!triesOnly) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  await step('packages and bill of materials', () => script('pack.mjs', '--out', out));
  for (const target of targets)
    await step(
      `binaries for ${target}`,
      () => script('binary/build-binary.mjs', '--target', target, '--out', out),
      /could not fetch/,
    );
  for (const [target, reason] of Object.entries(notBuilt)) skip(`binaries for ${target}`, reason);
  await step('image', () => writeImage({ binary: join(out, `drive-server-${here}`), out, arch: process.arch }));
  await step('advisories', () => script('audit.mjs', '--out', out), /gave no advisories/);
  copyFileSync(join(root, 'CHANGELOG.md'), join(out, 'CHANGELOG.md'));
  for (const file of globSync('*.sha256', { cwd: out })) rmSync(join(out, file));
  const binaries = globSync('drive-{server,cli}-*-*', { cwd: out });
  const described = binaries.map((name) => ({ name, sha256: sha256(join(out, name)) }));
  writeFileSync(join(out, 'install.sh'), renderReleaseScript(url, described), { mode: 0o755 });
  const files = globSync('*', { cwd: out }).sort();
  const sums = files.map((file) => `${sha256(join(out, file))}  ${file}\n`);
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
}

const { version } = JSON.parse(readFileSync(join(root, 'packages/server/package.json'), 'utf8'));
await step('the checksums are those of the files', async () => {
  for (const line of readFileSync(join(out, 'SHA256SUMS'), 'utf8').trim().split('\n')) {
    const [sum, file] = line.split('  ');
    if (sha256(join(out, file)) !== sum) throw new Error(`${file} has another checksum`);
  }
});
await step('the binaries store and read a file', () => tryBinaries({ out, platform: here, version }));
await step('install.sh installs the binaries from a file server', () => tryInstaller({ out, version }));
await step('the packages are installed, and their programs answer', () => tryPackages({ out, version }), noRegistry);
await step(
  'the image starts',
  () => tryImage({ image: join(out, 'drive-server-image.tar'), version }),
  /unshare: (?:unshare|write) failed/,
);

for (const { name, reason } of skipped) console.log(`not done  ${name}: ${reason}`);
console.log(failed.length === 0 ? `the release is in ${out}` : `failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Runs a step. A failure whose message matches `impossible` is due to this machine, not to the release. */
async function step(name, work, impossible) {
  try {
    await work();
    console.log(`done      ${name}`);
  } catch (error) {
    if (impossible?.test(error.message)) return skip(name, lastLine(error.message));
    failed.push(name);
    console.error(`FAILED    ${name}: ${error.message}`);
  }
}

function skip(name, reason) {
  skipped.push({ name, reason });
}

function lastLine(text) {
  return text.trim().split('\n').at(-1);
}

function script(name, ...args) {
  return runProgram(process.execPath, [join(root, 'tools/scripts', name), ...args], { cwd: root, env: process.env });
}

function sha256(path) {
  if (!existsSync(path)) throw new Error(`${basename(path)} is missing`);
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
