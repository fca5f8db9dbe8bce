// Writes the figures in README and docs from the tables of tools/bench/RESULTS.md. A quoted figure is followed by a
// comment that names its row, and by a column if it is not the ratio:
//   1.76<!-- figure: GET of 1 GiB, nginx sendfile -->
//   node tools/scripts/generate-figures.mjs             writes
//   node tools/scripts/generate-figures.mjs --check     fails if a figure is out of date
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../launcher/toolchain.mjs';

const QUOTED = /([\d.,]+)(<!-- figure: (.+?)(?:; (.+?))? -->)/g;

/** Row name -> column name -> cell. Rows of different tables have different names. */
const rows = new Map();
let columns;
for (const line of readFileSync(join(root, 'tools/bench/RESULTS.md'), 'utf8').split('\n')) {
  const cells = line.startsWith('|')
    ? line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim())
    : undefined;
  if (cells === undefined) columns = undefined;
  else if (columns === undefined) columns = cells;
  else if (!/^:?-+:?$/.test(cells.at(-1)))
    rows.set(cells[0].replaceAll(/[`*]/g, ''), new Map(cells.map((cell, index) => [columns[index], cell])));
}

const outdated = [];
for (const page of globSync(['*.md', 'docs/**/*.md', 'packages/**/README.md'], {
  cwd: root,
  exclude: (name) => name === 'node_modules',
})) {
  const text = readFileSync(join(root, page), 'utf8');
  const current = text.replaceAll(QUOTED, (_, __, comment, row, column = 'ratio') => {
    const figure = /[\d.,]+/.exec(rows.get(row)?.get(column) ?? '')?.[0];
    if (figure === undefined) throw new Error(`${page}: RESULTS.md has no "${row}" with the column "${column}"`);
    return figure + comment;
  });
  if (current === text) continue;
  outdated.push(page);
  if (!process.argv.includes('--check')) writeFileSync(join(root, page), current);
}
if (process.argv.includes('--check') && outdated.length > 0) {
  console.error(`${outdated.join(', ')}: figures are out of date, run node tools/scripts/generate-figures.mjs`);
  process.exit(1);
}
