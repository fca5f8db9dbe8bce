// Writes the documentation that the package contains: the guide, which is docs/sdk.md, and a reference made of the comments
// of everything that can be imported. Run when the package is packed. `npm start` packs it too and installs no compiler, so
// declarations come from rolldown, as those in `dist` do.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import { createApiReference } from '../test/api-report.ts';

const packageRoot = join(import.meta.dirname, '..');
const guide = readFileSync(join(packageRoot, '../../docs/sdk.md'), 'utf8');
// Other pages are in the repository and not in the package.
const withoutPages = guide.replaceAll(/\[([^\]]+)\]\((?!https?:|#)[^)]*\)/g, '$1');
mkdirSync(join(packageRoot, 'docs'), { recursive: true });
writeFileSync(join(packageRoot, 'docs/guide.md'), withoutPages);
writeFileSync(join(packageRoot, 'docs/reference.md'), createApiReference(declareSources()));

/** The declarations of the sources, by file, without internal ones. */
function declareSources(): ReadonlyMap<string, string> {
  const sources = join(packageRoot, 'src');
  const names = globSync('**/*.ts', { cwd: sources, exclude: ['**/*.test.ts'] });
  return new Map(
    names.map((name) => {
      const source = readFileSync(join(sources, name), 'utf8');
      const { code, errors } = isolatedDeclarationSync(name, source, { stripInternal: true });
      if (errors.length > 0) throw new Error(`${name}: ${errors.map(({ message }) => message).join('\n')}`);
      return [name.replaceAll('\\', '/').replace(/\.ts$/, '.d.ts'), code.replaceAll('\t', '  ')];
    }),
  );
}
