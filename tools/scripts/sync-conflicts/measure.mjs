// Measures the table of docs/sync.md: what `drive-cli sync --two-way`, rclone bisync, Unison and Syncthing make of the same twenty
// conflicts on two folders. Needs the build; the programs that PATH has are measured. Prints a row per conflict.
//   node tools/scripts/sync-conflicts/measure.mjs                          all
//   PATH="$PATH:/somewhere/bin" node tools/scripts/sync-conflicts/measure.mjs rclone syncthing
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { conflicts, handOf } from './conflicts.mjs';
import { drive, rclone, syncthing, unison } from './contenders.mjs';

const folderOf = (side, index) => join(side, `c${String(index).padStart(2, '0')}`);
const isThere = (name) => process.env.PATH.split(delimiter).some((folder) => existsSync(join(folder, name)));

const asked = process.argv.slice(2);
const contenders = Object.entries({ drive, rclone, unison, syncthing }).filter(
  ([name]) => asked.length === 0 || asked.includes(name),
);
const measured = [];
for (const [, contender] of contenders) {
  if (!contender.programs.every(isThere)) {
    console.error(`${contender.name} is not installed`);
    continue;
  }
  measured.push({ name: contender.name, outcomes: await measure(contender) });
}
console.log(`| conflict | ${measured.map(({ name }) => name).join(' | ')} |`);
console.log(`| --- | ${measured.map(() => '---').join(' | ')} |`);
for (const [index, { name }] of conflicts.entries())
  console.log(`| ${name} | ${measured.map(({ outcomes }) => outcomes[index]).join(' | ')} |`);

async function measure(contender) {
  const scratch = mkdtempSync(join(tmpdir(), 'drive-conflicts-'));
  const all = [...conflicts.keys()];
  const pairs = [];
  try {
    for (const indexes of contender.isAlone ? all.map((index) => [index]) : [all])
      pairs.push(await openPair(contender, indexes, join(scratch, `pair-${pairs.length}`)));
    for (const { pair } of pairs) await pair.sync();
    // A change in the same second may look like none to programs that compare times.
    await new Promise((resolve) => setTimeout(resolve, 2100));
    const outcomes = [];
    for (const { pair, indexes, a, b } of pairs) {
      await pair.part?.();
      for (const index of indexes) {
        conflicts[index].a(handOf(folderOf(a, index)));
        conflicts[index].b(handOf(folderOf(b, index)));
      }
      await pair.meet?.();
      for (let run = 0; run < 2; run += 1) await pair.sync();
      for (const index of indexes) outcomes.push(describe(conflicts[index], folderOf(a, index), folderOf(b, index)));
    }
    return outcomes;
  } finally {
    for (const { pair } of pairs) await pair.close?.();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Two folders with what both have before these conflicts. */
async function openPair(contender, indexes, scratch) {
  const [a, b] = ['a', 'b'].map((name) => join(scratch, name));
  for (const index of indexes)
    for (const [name, text] of Object.entries({ ...conflicts[index].before, 'stays.txt': `stays ${index}` })) {
      const path = join(folderOf(a, index), name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  // So that few of all files are deleted, below the limits that some programs have.
  mkdirSync(join(a, 'more'));
  for (let index = 0; index < 60; index += 1) writeFileSync(join(a, 'more', `${index}.txt`), `more ${index}`);
  mkdirSync(b);
  return { pair: await contender.open({ a, b, scratch }), indexes, a, b };
}

function describe({ kept }, a, b) {
  const [inA, inB] = [contentOf(a), contentOf(b)];
  const lost = kept.filter((text) => ![...inA.values(), ...inB.values()].includes(text));
  const shown = (files) => [...files].map(([name, text]) => `${name}=${text}`).join(', ') || 'nothing';
  const areEqual = shown(inA) === shown(inB);
  const state = areEqual ? shown(inA) : `a: ${shown(inA)}; b: ${shown(inB)}`;
  return [lost.length > 0 ? `LOST ${lost.join(' and ')}` : '', areEqual ? '' : 'APART', state]
    .filter(Boolean)
    .join(': ');
}

/** Path and content of each file that a user sees. */
function contentOf(folder) {
  if (!existsSync(folder)) return new Map();
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'stays.txt' && !entry.parentPath.includes('/.st'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return new Map(paths.map((path) => [relative(folder, path), readFileSync(path, 'utf8')]));
}
