import { defineConfig } from 'tsdown';

export default defineConfig({
  // All but the first are for pages and the SDK, which cannot afford the schemas.
  entry: ['src/index.ts', 'src/content-types.ts', 'src/sorts.ts', 'src/text-direction.ts'],
  format: 'esm',
  platform: 'neutral',
  target: 'es2023',
  outExtensions: () => ({ js: '.mjs', dts: '.d.mts' }),
  dts: true,
  clean: true,
});
