import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: ['src/main.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node22',
  dts: false,
  clean: true,
  sourcemap: true,
  // The SDK is delivered inside the program, so that drive-cli installs from one archive without a registry that has the SDK.
  deps: { alwaysBundle: [/^@drive\//] },
  inputOptions: { resolve: { conditionNames: ['@drive/source', 'import', 'node', 'default'] } },
});
