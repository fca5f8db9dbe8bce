import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: ['src/index.ts'],
  format: 'esm',
  platform: 'neutral',
  target: 'es2023',
  outExtensions: () => ({ js: '.mjs', dts: '.d.mts' }),
  dts: true,
  clean: true,
});
