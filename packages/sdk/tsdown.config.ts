import { defineConfig } from 'tsdown';

export default defineConfig({
  // One build, so that all entries share the same classes.
  entry: {
    index: 'src/index.ts',
    node: 'src/node/index.ts',
    server: 'src/server/index.ts',
    testing: 'src/testing/index.ts',
    webhooks: 'src/webhooks/index.ts',
  },
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2023',
  // The table of media types is part of the contract, and delivered inside the SDK, which has no dependencies.
  deps: { neverBundle: [/^node:/], alwaysBundle: [/^@drive\//] },
  inputOptions: { resolve: { conditionNames: ['@drive/source', 'import', 'default'] } },
  outExtensions: ({ format }) => (format === 'cjs' ? { js: '.cjs', dts: '.d.cts' } : { js: '.mjs', dts: '.d.mts' }),
  // The package contains `src`, so that editors and debuggers show the sources.
  sourcemap: true,
  outputOptions: { sourcemapExcludeSources: true },
  // Without TypeScript, which takes more space than the rest of the build: exports have explicit types.
  dts: { sourcemap: true, oxc: true },
  clean: true,
});
