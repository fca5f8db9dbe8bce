import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Smaller files gain nothing. */
const minBytes = 512;
/** They decide where deflate ends a block. None is the best for every file. */
const memLevels = [7, 8, 9];
const isText = /\.(?:css|html|js|json|svg|webmanifest)$/;

/**
 * Writes `x.br` and `x.gz` beside each text file, and lists all files in `files.json`: the single binary has no
 * directories that the server could read.
 */
export function compressedFiles(): Plugin {
  let folder = '';
  return {
    name: 'compressed-files',
    apply: 'build',
    configResolved: ({ root, build }) => void (folder = resolve(root, build.outDir)),
    // After the files of public/ were copied.
    async writeBundle() {
      const names = await filesBelow(folder);
      await Promise.all(names.filter((name) => isText.test(name)).map((name) => compress(join(folder, name))));
      const files = (await filesBelow(folder)).toSorted();
      await writeFile(join(folder, 'files.json'), JSON.stringify(files));
    },
  };
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < minBytes) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  const [br, ...gz] = await Promise.all([
    promisify(brotliCompress)(bytes, quality),
    ...memLevels.map((memLevel) => promisify(gzip)(bytes, { level: 9, memLevel })),
  ]);
  const smallest = gz.toSorted((a, b) => a.length - b.length)[0]!;
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, smallest)]);
}
