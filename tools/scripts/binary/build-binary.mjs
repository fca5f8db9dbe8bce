// Builds each program as one file that needs no Node, no packages and no other files.
//   npm run binary                                             both, for this machine, into dist/
//   npm run binary -- drive-server --target linux-arm64
// Needs the output of `pnpm run build`. The same sources give the same bytes.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import postject from 'postject';
import { fetchNode, NODE_VERSION, root } from '../../launcher/toolchain.mjs';
import { bundle, bundleWeb } from './bundle.mjs';
import { stripElf } from './elf.mjs';
import { noticesOf } from './notices.mjs';
import { clients, programs } from './programs.mjs';

/** Node's binaries as npm delivers them; any other one is refused. */
const NODES = {
  'linux-x64': '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
  'linux-arm64': '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584',
};
/** The marker at which Node looks for an embedded script; the same in every version. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const here = `${process.platform}-${process.arch}`;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { target: { type: 'string', default: here }, out: { type: 'string', default: join(root, 'dist') } },
});
const { target, out } = values;
if (!Object.hasOwn(NODES, target))
  fail(`no binary can be made for ${target}, only for ${Object.keys(NODES).join(', ')}`);
for (const name of positionals) if (!Object.hasOwn(programs, name)) fail(`no such program: ${name}`);

const node = await nodeFor(target);
for (const name of positionals.length > 0 ? positionals : Object.keys(programs)) await make(name);

async function make(name) {
  const began = performance.now();
  const work = join(root, 'node_modules/.cache/drive', `binary-${name}-${target}`);
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const { main, folder, entries, parts, clientScripts, files, packages, webFolder } = programs[name](target);
  const bundled = await bundle({ folder, entries, parts, clientScripts, out: work });
  const web = webFolder && (await bundleWeb({ folder: webFolder, out: join(work, 'web') }));

  const assets = { ...files };
  for (const [file, path] of Object.entries(web?.files ?? {})) assets[`web/${file}`] = path;
  for (const entry of Object.keys(entries)) if (entry !== main) assets[`${entry}.cjs`] = join(work, `${entry}.cjs`);
  for (const script of Object.keys(clientScripts)) assets[`${script}.js`] = join(work, `${script}.js`);
  assets['third-party-notices.txt'] = join(work, 'third-party-notices.txt');
  writeFileSync(
    assets['third-party-notices.txt'],
    noticesOf({
      program: name,
      packages: new Set([...bundled, ...packages, ...(web?.packages ?? [])]),
      node: node.folder,
    }),
  );

  const config = {
    // A relative name, which stack traces show.
    main: `${main}.cjs`,
    output: 'program.blob',
    disableExperimentalSEAWarning: true,
    useSnapshot: false,
    // A code cache would save a third of the work at the start, and make each build different.
    useCodeCache: false,
    // No variable and no signal has power over the program.
    execArgvExtension: 'none',
    execArgv: ['--disable-sigusr1'],
    assets: Object.fromEntries(Object.entries(assets).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
  writeFileSync(join(work, 'sea.json'), JSON.stringify(config));
  // The blob must be written by Node of the target's version.
  const writer = process.version === `v${NODE_VERSION}` ? process.execPath : (await nodeFor(here)).file;
  execFileSync(writer, ['--experimental-sea-config', 'sea.json'], {
    cwd: work,
    env: {},
    stdio: ['ignore', 'ignore', 'inherit'],
  });

  const unfinished = join(work, name);
  writeFileSync(unfinished, stripElf(node.bytes), { mode: 0o755 });
  await inject(unfinished, readFileSync(join(work, 'program.blob')));
  mkdirSync(out, { recursive: true });
  const file = join(out, `${name}-${target}`);
  // Atomic, also while the previous one is running.
  renameSync(unfinished, file);
  if (name === 'drive-cli') handOut(file);
  const bytes = readFileSync(file);
  const digest = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(`${file}.sha256`, `${digest}  ${basename(file)}\n`);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `${relative(process.cwd(), file)}: ${(bytes.length / 2 ** 20).toFixed(1)} MiB, made in ${seconds} s\n  ${digest}`,
  );
}

/** Puts a binary into the folder from which the server of this checkout serves clients. */
function handOut(file) {
  const unfinished = join(clients, `.${basename(file)}`);
  mkdirSync(clients, { recursive: true });
  copyFileSync(file, unfinished);
  renameSync(unfinished, join(clients, basename(file)));
}

async function nodeFor(platform) {
  const folder = await fetchNode(platform);
  const file = join(folder, 'bin/node');
  const bytes = readFileSync(file);
  if (createHash('sha256').update(bytes).digest('hex') !== NODES[platform])
    fail(`${file} is not the Node it should be`);
  return { folder, file, bytes };
}

async function inject(file, blob) {
  // The tool prints its steps, and warnings about every binary.
  const { log, warn } = console;
  console.log = console.warn = () => {};
  try {
    await postject.inject(file, 'NODE_SEA_BLOB', blob, { sentinelFuse: FUSE });
  } finally {
    Object.assign(console, { log, warn });
  }
}

function fail(text) {
  console.error(`build-binary: ${text}`);
  process.exit(1);
}
