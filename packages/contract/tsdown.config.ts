import { defineConfig } from 'tsdown';

/** Only this package needs the compiler: the types of its schemas are inferred. */
const compiler = (await import(new URL('lib/getExePath.js', import.meta.resolve('typescript/package.json')).href)) as {
  readonly default: () => string;
};

export default defineConfig({
  // All but the first are for pages and the SDK, which cannot afford the schemas.
  entry: ['src/index.ts', 'src/content-types.ts', 'src/sorts.ts', 'src/text-direction.ts'],
  format: 'esm',
  platform: 'neutral',
  target: 'es2023',
  outExtensions: () => ({ js: '.mjs', dts: '.d.mts' }),
  dts: { tsgo: { path: compiler.default() } },
  clean: true,
});
