// Generates the documentation of the commands and their JSON; with --check it only reports outdated files.
//   node --conditions=@drive/source packages/cli/scripts/generate-docs.ts [--check]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDocumentedProgram } from '../test/documented-program.ts';
import { jsonShapes } from '../test/json-shapes.ts';
import { renderPage } from './command-reference.ts';
import { describeJson } from './json-reference.ts';

const root = join(import.meta.dirname, '../../..');
const page = (name: string): string => join(root, 'docs', name);

const scratch = mkdtempSync(join(tmpdir(), 'drive-docs-'));
try {
  const made = {
    'cli.md': renderPage(readFileSync(page('cli.md'), 'utf8'), await createDocumentedProgram()),
    'cli-json.md': describeJson(jsonShapes),
  };
  const names = Object.entries(made).map(([name, text]) => {
    writeFileSync(join(scratch, name), text);
    return name;
  });
  // Tables are laid out as everywhere else.
  const config = ['-c', join(root, '.oxfmtrc.json')];
  execFileSync(join(root, 'node_modules/.bin/oxfmt'), [...config, ...names], { cwd: scratch, stdio: 'ignore' });
  for (const name of names) {
    const text = readFileSync(join(scratch, name), 'utf8');
    const isCurrent = text === readFileSync(page(name), 'utf8');
    if (process.argv.includes('--check')) {
      if (isCurrent) continue;
      console.log(`docs/${name} is out of date: pnpm run generate`);
      process.exitCode = 1;
    } else if (!isCurrent) writeFileSync(page(name), text);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
