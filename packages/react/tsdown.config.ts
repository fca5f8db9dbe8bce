import { defineConfig } from 'tsdown';

export default defineConfig({
  // One build, so that both entries share the code of the uploads.
  entry: { index: 'src/index.ts', element: 'src/element/define.ts' },
  format: ['esm'],
  platform: 'neutral',
  target: 'es2023',
  deps: { neverBundle: [/^react/, /^@drive\/sdk/] },
  outExtensions: () => ({ js: '.mjs', dts: '.d.mts' }),
  // Frameworks with server components render everything that imports this in the browser.
  banner: { js: "'use client';" },
  sourcemap: true,
  outputOptions: { sourcemapExcludeSources: true },
  dts: { sourcemap: true, oxc: true },
  clean: true,
});
