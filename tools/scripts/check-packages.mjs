// Checks the packages as npm would deliver them: the content of each archive, publint, "are the types wrong", and the
// size of the SDK in a browser.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { root } from '../launcher/toolchain.mjs';
import { installOffline, packPackages, PUBLISHED, unpack } from './packed.mjs';
import { runProgram } from './run-program.mjs';
import { stageResults } from './stage-results.mjs';

/** Size of the SDK for a page, resumable uploads included, as its README states it. */
const [, PROMISED_KIB] = /less than\s+(\d+) KiB gzipped/.exec(
  readFileSync(join(root, 'packages/sdk/README.md'), 'utf8'),
);
const MOST_GZIPPED_BYTES = Number(PROMISED_KIB) * 1024;

/** The options for "are the types wrong". It takes every entry for a module, style sheets, too. */
const typeChecks = {
  contract: ['--profile', 'esm-only'],
  sdk: ['--profile', 'strict'],
  react: ['--profile', 'esm-only', '--exclude-entrypoints', './styles.css'],
};
const WANTED = ['name', 'version', 'description', 'keywords', 'license', 'files', 'type', 'engines'];
const tool = (name) => join(root, 'node_modules/.bin', name);
const shell = process.platform === 'win32';

const results = stageResults();
const scratch = mkdtempSync(join(tmpdir(), 'drive-packages-'));
const { packed, remove } = await packPackages(PUBLISHED);
try {
  for (const one of packed) {
    const { folder, archive, unpacked, manifest } = one;
    await results.attempt(`${manifest.name}: what is in it`, () => {
      const problems = [...lookInto(unpacked, manifest)];
      if (problems.length > 0) throw new Error(problems.join('\n'));
    });
    await results.attempt(`${manifest.name}: the same from pnpm`, () => sameFromPnpm(one));
    await results.attempt(`${manifest.name}: publint`, () => passes('publint', archive, '--strict'));
    if (folder in typeChecks)
      await results.attempt(`${manifest.name}: types`, () => passes('attw', archive, ...typeChecks[folder]));
  }
  await results.attempt('@drive/sdk: what a page loads', weighSdk);
} finally {
  remove();
  rmSync(scratch, { recursive: true, force: true });
}
results.finish();

async function passes(name, ...args) {
  await runProgram(tool(name), args, { shell });
}

function* lookInto(unpacked, manifest) {
  for (const file of ['LICENSE', 'README.md']) if (!existsSync(join(unpacked, file))) yield `${file} is missing`;
  if (readFileSync(join(unpacked, 'LICENSE'), 'utf8') !== readFileSync(join(root, 'LICENSE'), 'utf8'))
    yield 'LICENSE is not that of the repository';
  for (const field of WANTED) if (manifest[field] === undefined) yield `package.json has no ${field}`;
  if (manifest.private) yield 'it is private';
  for (const field of ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'])
    for (const [name, range] of Object.entries(manifest[field] ?? {})) {
      const own = packed.find((each) => each.manifest.name === name);
      // Users install an optional peer themselves, in a version of their choice.
      const isChosen = manifest.peerDependenciesMeta?.[name]?.optional === true;
      if (!isChosen && !/^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(range))
        yield `${field}: ${name} is wanted as ${range}, not in one version`;
      if (own !== undefined && own.manifest.version !== range)
        yield `${name} ${range} is not what is delivered with it`;
      if (own === undefined && name.startsWith('@drive/') && !isBundled(field, name))
        yield `${name} is delivered nowhere`;
    }
  for (const field of Object.keys(manifest.publishConfig ?? {}))
    if (field !== 'access') yield `publishConfig: npm makes nothing of ${field}`;
  if (manifest.name === 'drive-server')
    for (const file of ['clients/drive-sdk.tgz', 'clients/drive-react.tgz', 'clients/drive-cli.tgz'])
      if (!existsSync(join(unpacked, file))) yield `${file} is missing: run "pnpm run build" before packing`;
  const targets = [manifest.bin, manifest.exports].flatMap((tree) => leaves(tree ?? {}));
  for (const target of targets) if (!existsSync(join(unpacked, target))) yield `${target} is named and not there`;
  const showsSources = targets.some((target) => target.startsWith('./src/'));
  for (const name of filesIn(unpacked))
    if (/^test\/|\.test\./.test(name) || (!showsSources && name.startsWith('src/')))
      yield `${name} has no business in it`;
}

/** Internal packages are devDependencies: the build puts them into `dist`. */
function isBundled(field, name) {
  const own = name.slice('@drive/'.length);
  const isPrivate = own === 'web' || existsSync(join(root, 'packages/internal', own, 'package.json'));
  return field === 'devDependencies' && isPrivate;
}

/** npm and pnpm pack the same files; pnpm omits only fields for packing from package.json. */
async function sameFromPnpm({ folder, source, unpacked, manifest }) {
  const archive = join(scratch, `${folder}.tgz`);
  // Packing would build again what other stages are running.
  const env = { ...process.env, pnpm_config_ignore_scripts: 'true' };
  await runProgram('pnpm', ['pack', '--out', archive], { cwd: source, env, shell });
  const other = await unpack(archive, join(scratch, folder));
  const [names, otherNames] = [filesIn(unpacked), filesIn(other.unpacked)];
  assert.deepEqual(otherNames, names);
  for (const name of names.filter((name) => name !== 'package.json'))
    assert.ok(readFileSync(join(unpacked, name)).equals(readFileSync(join(other.unpacked, name))), `${name} differs`);
  assert.deepEqual({ ...other.manifest, scripts: undefined }, { ...manifest, scripts: undefined });
}

function filesIn(directory) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

function leaves(tree) {
  return typeof tree === 'string' ? [tree] : Object.values(tree).flatMap(leaves);
}

async function weighSdk() {
  const sdk = packed.find(({ folder }) => folder === 'sdk');
  installOffline(sdk.unpacked, sdk.source, packed);
  const input = join(sdk.unpacked, 'dist/index.mjs');
  const bundle = await rolldown({ input, platform: 'browser', logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  const code = output.map((chunk) => chunk.code).join('');
  const bytes = gzipSync(code, { level: 9 }).length;
  console.log(`@drive/sdk in a browser: ${bytes} bytes gzipped, with everything in it`);
  if (bytes >= MOST_GZIPPED_BYTES) throw new Error(`more than ${MOST_GZIPPED_BYTES} bytes gzipped`);
  // Modules that it finds at run time by getBuiltinModule are no imports.
  if (/\b(from|import)\s*\(?\s*["'`]node:/.test(code)) throw new Error('it imports from Node');
}
