// Compares ways to find a text in a million names: `node --conditions=@drive/source packages/internal/name-index/bench/scan.ts`.
import { createScanner } from '../src/scanner.ts';
import { createTextColumn, endOf, startOf, type TextColumn } from '../src/text-column.ts';

const count = 1_000_000;
const rounds = 20;
const words = ['invoice', 'photo', 'holiday', 'report', 'draft', 'final', 'scan', 'meeting', 'budget', 'summer'];

const builder = createTextColumn();
for (let at = 0; at < count; at += 1)
  builder.add(`${words[at % 10]} ${words[(at * 7 + 3) % 9]} ${at}.${at % 3 === 0 ? 'jpg' : 'pdf'}`);
const column = builder.finish();
const scanner = createScanner(column);
const names = Array.from({ length: count }, (_, at) =>
  column.bytes.toString('latin1', startOf(column, at), endOf(column, at)),
);

function findByIndexOf({ bytes, starts }: TextColumn, needle: Buffer): number {
  let found = 0;
  let name = 0;
  for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, starts[name])) {
    while (starts[name + 1]! <= at) name += 1;
    name += 1;
    found += 1;
  }
  return found;
}

function bestOf(run: () => number): string {
  let best = Infinity;
  let found = 0;
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    found = run();
    best = Math.min(best, performance.now() - start);
  }
  return `${best.toFixed(1)} ms (${found})`;
}

for (const text of ['o', 'photo', 'holiday report 12', '77', '\u{fc}']) {
  const needle = Buffer.from(text);
  console.log(text.padEnd(20), {
    indexOf: bestOf(() => findByIndexOf(column, needle)),
    includes: bestOf(() => names.reduce((sum, name) => sum + (name.includes(text) ? 1 : 0), 0)),
    scan: bestOf(() => scanner.scan(needle).length),
  });
}
