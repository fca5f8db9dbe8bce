// Writes the documentation that the package contains: the guide, which is docs/sdk.md, and a reference made of the comments
// of everything that can be imported. Run when the package is packed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApiReference } from '../test/api-report.ts';
import { emitDeclarations } from '../test/declarations.ts';

const packageRoot = join(import.meta.dirname, '..');
const guide = readFileSync(join(packageRoot, '../../docs/sdk.md'), 'utf8');
// Other pages are in the repository and not in the package.
const withoutPages = guide.replaceAll(/\[([^\]]+)\]\((?!https?:|#)[^)]*\)/g, '$1');
mkdirSync(join(packageRoot, 'docs'), { recursive: true });
writeFileSync(join(packageRoot, 'docs/guide.md'), withoutPages);
writeFileSync(join(packageRoot, 'docs/reference.md'), createApiReference(emitDeclarations({ comments: true })));
