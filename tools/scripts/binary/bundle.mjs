// The programs as one CommonJS script per thread, with every dependency inside, for Node's single executables.
import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'tsdown';

/** Loaded at run time and optional; or separate parts. */
const LEFT_OUTSIDE = ['@napi-rs/keyring', 'keytar', 'pg-native', 'pg-cloudflare', 'wasm-vips'];

/**
 * Bundles each entry (name -> source below the package's folder) to `{out}/{name}.cjs`, those of browsers to
 * `{name}.js`. An import of a part (specifier -> entry) loads that entry from the assets of the binary when it is needed: one
 * script would be parsed at every start. Returns the folders of the bundled packages.
 */
export async function bundle({ folder, entries, parts = {}, clientScripts = {}, out }) {
  const modules = new Set();
  const remember = {
    name: 'remember-modules',
    generateBundle: (_options, chunks) => {
      for (const chunk of Object.values(chunks)) for (const id of chunk.moduleIds ?? []) modules.add(id);
    },
  };
  const shared = {
    cwd: folder,
    config: false,
    outDir: out,
    clean: false,
    dts: false,
    sourcemap: false,
    report: false,
    logLevel: 'error',
    plugins: [remember, loadsFromAssets(parts)],
    deps: { alwaysBundle: [/^(?!node:)/], neverBundle: LEFT_OUTSIDE, onlyBundle: false },
    outputOptions: { codeSplitting: false },
  };
  for (const [name, entry] of Object.entries(entries)) {
    await build({
      ...shared,
      entry: { [name]: entry },
      format: 'cjs',
      platform: 'node',
      target: 'node24',
      outExtensions: () => ({ js: '.cjs' }),
      // Lines stay short, because an uncaught error prints the one it happened in.
      minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
      inputOptions: { resolve: { conditionNames: ['@drive/source', 'node', 'default'] } },
    });
  }
  for (const [name, entry] of Object.entries(clientScripts)) {
    await build({
      ...shared,
      entry: { [name]: entry },
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      outExtensions: () => ({ js: '.js' }),
      minify: true,
    });
  }
  return [...new Set([...modules].map(packageOf).filter((found) => found !== undefined))].toSorted();
}

/** The parts import nothing but modules of Node, because everything else is inside them. */
const loadsFromAssets = (parts) => ({
  name: 'loads-from-assets',
  resolveId: (source) => (Object.hasOwn(parts, source) ? { id: `\0part:${parts[source]}.cjs` } : undefined),
  load(id) {
    const name = /^\0part:(.*)$/.exec(id)?.[1];
    return name === undefined
      ? undefined
      : `const part = { exports: {} };
require('node:vm').compileFunction(
  require('node:sea').getAsset('${name}', 'utf8'),
  ['exports', 'require', 'module'],
  { filename: '${name}' },
)(part.exports, process.getBuiltinModule, part);
module.exports = part.exports;`;
  },
});

/**
 * Builds the web app in `folder` to `out`. Returns its files (name -> path) and the folders of the bundled packages.
 */
export async function bundleWeb({ folder, out }) {
  const vite = await import(createRequire(join(folder, 'package.json')).resolve('vite'));
  const { output } = await vite.build({
    root: folder,
    logLevel: 'error',
    build: { outDir: out, emptyOutDir: true },
  });
  const modules = output.flatMap((chunk) => chunk.moduleIds ?? []);
  return {
    files: Object.fromEntries(globSync('**/*.*', { cwd: out }).map((file) => [file, join(out, file)])),
    packages: [...new Set(modules.map(packageOf).filter((found) => found !== undefined))],
  };
}

/** The folder of the installed package a module belongs to. */
function packageOf(id) {
  return /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id)?.[1];
}
