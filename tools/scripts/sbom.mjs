// Writes dist/sbom.cdx.json: what the published packages, the single binaries and the image contain, in the format of
// CycloneDX. `npm run pack` runs it. Packages, licenses and checksums come from `pnpm sbom`; what is bundled, from the
// bundler. The same sources give the same bytes.
//   node tools/scripts/sbom.mjs [--out DIR]        needs the output of `pnpm run build`
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { NODE_VERSION, root } from '../launcher/toolchain.mjs';
import { bundle, bundleWeb } from './binary/bundle.mjs';
import { programs, saidElsewhere } from './binary/programs.mjs';
import { runProgram } from './run-program.mjs';

const SPEC_VERSION = '1.6';
const server = createRequire(join(root, 'packages/server/package.json'));

/** Writes the file and returns its path. */
export async function writeSbom(out) {
  const file = join(out, 'sbom.cdx.json');
  mkdirSync(out, { recursive: true });
  writeFileSync(file, `${JSON.stringify(await createSbom(), null, 2)}\n`);
  return file;
}

export async function createSbom() {
  const { $schema, metadata, components, dependencies } = await readWorkspace();
  const known = new Map(components.map((component) => [component.purl, component]));
  const dependsOn = new Map(dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]));

  const products = [];
  const used = new Map();
  for (const [name, describe] of Object.entries(programs)) {
    const { folder } = describe('linux-x64');
    const manifest = readManifest(folder);
    const installed = { ...manifest.dependencies, ...manifest.optionalDependencies };
    const direct = Object.entries(installed).map(([each, version]) => purlOf(each, version));
    // Own packages are installed with the program or inside it, and are no others' work.
    const others = closure(
      direct.filter((purl) => !isOwn(purl)),
      dependsOn,
    );
    const inside = await bundledPackages(describe, name);
    const isInstalled = new Set(others);
    for (const purl of inside) used.set(purl, used.get(purl) === false ? false : !isInstalled.has(purl));
    for (const purl of others) used.set(purl, false);
    const all = [...new Set([...others, ...inside])].toSorted((a, b) => (a < b ? -1 : 1));
    products.push(
      product('application', name, manifest, { purl: purlOf(name, manifest.version), dependsOn: all }),
      product('application', `${name} single binary`, manifest, { dependsOn: [...inside, NODE['bom-ref']].toSorted() }),
    );
  }
  const binary = products.find(({ component }) => component.name === 'drive-server single binary');
  const image = product('container', 'drive-server image', readManifest(join(root, 'packages/server')), {
    dependsOn: [binary.component['bom-ref'], ...SYSTEM_LIBRARIES.map((library) => library['bom-ref'])],
  });
  products.push(image);

  const natives = nativeLibraries();
  const packages = [...used]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([purl, isBundledOnly]) => ({
      ...describePackage(known.get(purl), purl),
      ...(isBundledOnly && { properties: [{ name: 'drive:delivery', value: 'inside the program, not installed' }] }),
    }));
  const inPackages = packages.map(({ purl }) => ({
    ref: purl,
    dependsOn: [...(dependsOn.get(purl) ?? []).filter((each) => used.has(each)), ...(natives.of.get(purl) ?? [])],
  }));
  return {
    $schema: $schema.replace(/bom-[\d.]+/, `bom-${SPEC_VERSION}`),
    bomFormat: 'CycloneDX',
    specVersion: SPEC_VERSION,
    version: 1,
    metadata: { component: { ...metadata.component, type: 'application' }, tools: metadata.tools },
    components: [
      ...products.map(({ component }) => component),
      ...packages,
      ...natives.components,
      NODE,
      ...SYSTEM_LIBRARIES,
    ],
    dependencies: [
      { ref: metadata.component['bom-ref'], dependsOn: products.map(({ component }) => component['bom-ref']) },
      ...products.map(({ component, dependsOn: needed }) => ({ ref: component['bom-ref'], dependsOn: needed })),
      ...inPackages,
      ...[...natives.components, NODE, ...SYSTEM_LIBRARIES].map((each) => ({ ref: each['bom-ref'], dependsOn: [] })),
    ],
  };
}

/** Everything that the lockfile names, in the platform's packages, with its licenses and checksums. */
async function readWorkspace() {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-spec-version', SPEC_VERSION];
  const { stdout } = await runProgram('pnpm', args, { cwd: root, shell: process.platform === 'win32' });
  const { timestamp: _, ...metadata } = JSON.parse(stdout).metadata;
  return { ...JSON.parse(stdout), metadata };
}

/** The packages whose code is in the program, whether it is a single binary or one that npm installs. */
async function bundledPackages(describe, name) {
  const { folder, entries, parts, clientScripts, packages, webFolder } = describe('linux-x64');
  const out = join(root, 'node_modules/.cache/drive', `sbom-${name}`);
  const bundled = await bundle({ folder, entries, parts, clientScripts, out });
  const web = webFolder === undefined ? [] : (await bundleWeb({ folder: webFolder, out: join(out, 'web') })).packages;
  const manifests = new Set([...bundled, ...packages, ...web]);
  return [...manifests]
    .map(readManifest)
    .map((manifest) => purlOf(manifest.name, manifest.version))
    .filter((purl) => !isOwn(purl));
}

/** The packages that npm installs with these: without optional peers, which other parts of the workspace bring. */
function closure(purls, dependsOn) {
  const found = new Set();
  const open = [...purls];
  for (let purl = open.pop(); purl !== undefined; purl = open.pop()) {
    if (found.has(purl)) continue;
    found.add(purl);
    const { dependencies, optionalDependencies } = readManifest(folderOf(purl));
    const wanted = new Set(Object.keys({ ...dependencies, ...optionalDependencies }));
    open.push(...(dependsOn.get(purl) ?? []).filter((each) => wanted.has(nameAndVersion(each).name)));
  }
  return [...found];
}

function nameAndVersion(purl) {
  const [, name, version] = /^pkg:npm\/((?:%40[^/]+\/)?[^@]+)@(.+)$/.exec(purl);
  return { name: name.replace('%40', '@'), version };
}

/** Where pnpm keeps the package. */
function folderOf(purl) {
  const { name, version } = nameAndVersion(purl);
  const store = join(root, 'node_modules/.pnpm');
  const [folder] = globSync(`${name.replace('/', '+')}@${version}{,_*}/node_modules/${name}`, { cwd: store });
  if (folder === undefined) throw new Error(`${name} ${version} is not installed`);
  return join(store, folder);
}

const readManifest = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

const isOwn = (purl) => /^pkg:npm\/(?:%40drive\/|drive-)/.test(purl);

const purlOf = (name, version) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;

function product(type, name, { version, description, license }, { purl, dependsOn }) {
  const component = {
    type,
    name,
    version,
    'bom-ref': purl ?? `${name.replaceAll(' ', '-')}@${version}`,
    ...(purl === undefined ? {} : { purl }),
    description,
    licenses: [{ license: { id: license } }],
  };
  return { component, dependsOn };
}

function describePackage(component, purl) {
  if (component === undefined) throw new Error(`pnpm sbom names no ${purl}`);
  const license = saidElsewhere[component.name];
  return component.licenses === undefined && license !== undefined
    ? { ...component, licenses: [{ license: { id: license } }] }
    : component;
}

const NODE = {
  type: 'platform',
  name: 'node',
  version: NODE_VERSION,
  'bom-ref': `node@${NODE_VERSION}`,
  purl: `pkg:generic/node@${NODE_VERSION}`,
  cpe: `cpe:2.3:a:nodejs:node.js:${NODE_VERSION}:*:*:*:*:*:*:*`,
  licenses: [{ license: { id: 'MIT' } }],
};

/** Copied into the image from the stage that builds it, in the version of that stage. */
const SYSTEM_LIBRARIES = [
  ['libc6', 'LGPL-2.1-or-later'],
  ['libstdc++6', 'GPL-3.0-with-GCC-exception'],
  ['libgcc-s1', 'GPL-3.0-with-GCC-exception'],
].map(([name, license]) => ({
  type: 'library',
  name,
  'bom-ref': `debian/${name}`,
  purl: `pkg:deb/debian/${encodeURIComponent(name)}?distro=bookworm`,
  licenses: [{ license: { id: license } }],
}));

/** The libraries inside wasm-vips, by the names of its versions.json, and their licenses by its own notices. */
const VIPS_LICENSES = {
  aom: 'BSD-2-Clause',
  brotli: 'MIT',
  cgif: 'MIT',
  emscripten: 'MIT',
  exif: 'LGPL-3.0-only',
  expat: 'MIT',
  ffi: 'MIT',
  glib: 'LGPL-3.0-only',
  heif: 'LGPL-3.0-only',
  highway: 'BSD-3-Clause',
  imagequant: 'BSD-2-Clause',
  jxl: 'BSD-3-Clause',
  lcms: 'MIT',
  mozjpeg: 'BSD-3-Clause',
  png: 'libpng-2.0',
  resvg: 'MIT',
  tiff: 'libtiff',
  uhdr: 'MIT',
  vips: 'LGPL-3.0-only',
  webp: 'BSD-3-Clause',
  'zlib-ng': 'Zlib',
};

/** Libraries in C and Rust that packages contain in compiled form, and the package of each. */
function nativeLibraries() {
  const Database = server('better-sqlite3');
  const sqlite = new Database(':memory:').prepare('select sqlite_version()').pluck().get();
  const versionOf = (name) => server(`${name}/package.json`).version;
  // The package exports no other file of its folder.
  const vips = join(server.resolve('wasm-vips/vips.wasm'), '../..');
  const vipsLibraries = Object.entries(JSON.parse(readFileSync(join(vips, 'versions.json'), 'utf8')));
  const library = (name, version, extra = {}) => ({
    type: 'library',
    name,
    version,
    'bom-ref': `${name}@${version}`,
    purl: `pkg:generic/${name}@${version}`,
    ...extra,
  });
  const components = [
    library('sqlite', sqlite, {
      cpe: `cpe:2.3:a:sqlite:sqlite:${sqlite}:*:*:*:*:*:*:*`,
      licenses: [{ license: { id: 'blessing' } }],
    }),
    ...vipsLibraries.map(([name, version]) => {
      const id = VIPS_LICENSES[name];
      if (id === undefined) throw new Error(`wasm-vips contains ${name}: look up its license, and say it here`);
      return library(name, version, { licenses: [{ license: { id } }] });
    }),
  ];
  const refs = components.map((each) => each['bom-ref']);
  const vipsVersion = readManifest(vips).version;
  const of = new Map([
    [purlOf('better-sqlite3', versionOf('better-sqlite3')), refs.slice(0, 1)],
    [purlOf('wasm-vips', vipsVersion), refs.slice(1)],
  ]);
  return { components, of };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { out } = parseArgs({ options: { out: { type: 'string', default: join(root, 'dist') } } }).values;
  console.log(await writeSbom(out));
}
