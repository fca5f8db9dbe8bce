import { defineConfig } from 'tsdown';

export default defineConfig({
  // One build, so that all entries share the same classes.
  entry: { index: 'src/index.ts', node: 'src/node/index.ts', webhooks: 'src/webhooks/index.ts' },
  format: 'esm',
  platform: 'neutral',
  target: 'es2023',
  deps: { neverBundle: [/^node:/] },
  outExtensions: () => ({ js: '.mjs', dts: '.d.mts' }),
  dts: true,
  clean: true,
});
