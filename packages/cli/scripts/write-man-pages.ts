// Writes the manual pages that the package contains, from the commands as docs/cli.md is. Run when the package is built.
//   node --conditions=@drive/source packages/cli/scripts/write-man-pages.ts
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { createDocumentedProgram } from '../test/documented-program.ts';
import { createManPages } from './man-pages.ts';

const folder = join(import.meta.dirname, '../man');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const [name, page] of createManPages(await createDocumentedProgram(), manifest.version))
  writeFileSync(join(folder, name), page);
