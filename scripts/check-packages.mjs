// Looks at the packages as npm would deliver them: what is in each archive, what publint and "are the types wrong" say about
// it, and what the SDK weighs in a browser.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { installOffline, packPackages } from './packed.mjs';
import { runProgram } from './run-program.mjs';
import { stageResults } from './stage-results.mjs';
import { root } from './tools.mjs';

/** What a page loads with the SDK, uploads in pieces included. */
const MOST_GZIPPED_BYTES = 30_000;

const hasTypes = ['contract', 'sdk'];
const WANTED = ['name', 'version', 'description', 'keywords', 'license', 'files', 'type', 'engines'];
const tool = (name) => join(root, 'node_modules/.bin', name);
const shell = process.platform === 'win32';

const results = stageResults();
const { packed, remove } = await packPackages(['contract', 'sdk', 'cli', 'server']);
try {
  for (const { folder, archive, unpacked, manifest } of packed) {
    await results.attempt(`${manifest.name}: what is in it`, () => {
      const problems = [...lookInto(unpacked, manifest)];
      if (problems.length > 0) throw new Error(problems.join('\n'));
    });
    await results.attempt(`${manifest.name}: publint`, () => passes('publint', archive, '--strict'));
    if (hasTypes.includes(folder))
      await results.attempt(`${manifest.name}: types`, () => passes('attw', archive, '--profile', 'esm-only'));
  }
  await results.attempt('@drive/sdk: what a page loads', weighSdk);
} finally {
  remove();
}
results.finish();

async function passes(name, ...args) {
  await runProgram(tool(name), args, { shell });
}

function* lookInto(unpacked, manifest) {
  for (const file of ['LICENSE', 'README.md', 'CHANGELOG.md'])
    if (!existsSync(join(unpacked, file))) yield `${file} is missing`;
  for (const field of WANTED) if (manifest[field] === undefined) yield `package.json has no ${field}`;
  if (manifest.private) yield 'it is private';
  for (const field of ['dependencies', 'optionalDependencies', 'peerDependencies'])
    for (const [name, range] of Object.entries(manifest[field] ?? {})) {
      const own = packed.find((each) => each.manifest.name === name);
      if (!/^[\d.]+$/.test(range)) yield `${field}: ${name} is wanted as ${range}, not in one version`;
      if (own !== undefined && own.manifest.version !== range)
        yield `${name} ${range} is not what is delivered with it`;
      if (own === undefined && name.startsWith('@drive/')) yield `${name} is delivered nowhere`;
    }
  const targets = [manifest.bin, manifest.exports].flatMap((tree) => leaves(tree ?? {}));
  for (const target of targets) if (!existsSync(join(unpacked, target))) yield `${target} is named and not there`;
  for (const name of readdirSync(unpacked, { recursive: true, encoding: 'utf8' }))
    if (/(^|[\\/])(src|test)[\\/]|\.test\./.test(name)) yield `${name} has no business in it`;
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
  // What it finds at run time by getBuiltinModule is no import.
  if (/\b(from|import)\s*\(?\s*["'`]node:/.test(code)) throw new Error('it imports from Node');
}
