import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Alias, Plugin } from 'vite';

const name = 'virtual:pdf-parts';
const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** Parts of pdf.js that only some documents need, by their folder; not the engine for scripts of documents. */
const parts = { cmaps: /\.bcmap$/, standard_fonts: /\.(?:pfb|ttf)$/, wasm: /^(?:jbig2|openjpeg|qcms_bg)\.wasm$/ };

/** Takes the minified build, which is delivered as it is. */
export const pdfAliases: Alias[] = [{ find: /^pdfjs-dist$/, replacement: join(root, 'build/pdf.min.mjs') }];

/** Provides the URLs of the parts: East Asian encodings, fonts that documents do not contain, decoders of images. */
export function pdfParts(): Plugin {
  return {
    name: 'pdf-parts',
    resolveId: (wanted) => (wanted === name ? `\0${name}` : undefined),
    load(wanted) {
      if (wanted !== `\0${name}`) return undefined;
      const files = Object.entries(parts).flatMap(([folder, isWanted]) =>
        readdirSync(join(root, folder))
          .filter((file) => isWanted.test(file))
          .toSorted()
          .map((file) => join(root, folder, file).replaceAll('\\', '/')),
      );
      const imports = files.map((path, index) => `import url${index} from ${JSON.stringify(`${path}?url`)};`);
      const pairs = files.map(
        (path, index) => `[${JSON.stringify(path.slice(path.lastIndexOf('/') + 1))}, url${index}]`,
      );
      return `${imports.join('\n')}\nexport default new Map([${pairs.join(', ')}]);`;
    },
  };
}
