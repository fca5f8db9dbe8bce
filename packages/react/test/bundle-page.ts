import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'tsdown';

/** The script of a page, with everything that it imports but what `external` matches. */
export async function bundlePage(program: string, external: RegExp[] = []): Promise<string> {
  // Inside the package, so that its imports are found.
  const folder = mkdtempSync(join(import.meta.dirname, '../.page-'));
  const out = mkdtempSync(join(tmpdir(), 'drive-page-'));
  try {
    writeFileSync(join(folder, 'index.tsx'), program);
    await build({
      config: false,
      cwd: folder,
      entry: { index: join(folder, 'index.tsx') },
      outDir: out,
      format: 'esm',
      platform: 'neutral',
      minify: true,
      dts: false,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      deps: { neverBundle: external, alwaysBundle: external.length === 0 ? [/./] : [] },
      inputOptions: {
        resolve: { conditionNames: ['@drive/source', 'browser', 'import', 'default'], mainFields: ['module', 'main'] },
      },
      outputOptions: { entryFileNames: 'index.mjs', codeSplitting: false },
    });
    return readFileSync(join(out, 'index.mjs'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(out, { recursive: true, force: true });
  }
}
