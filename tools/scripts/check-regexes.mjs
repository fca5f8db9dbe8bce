// Fails on a regular expression that is slow for some input: every literal in the sources is analyzed for super-linear
// backtracking, and none may be created at run time, where it cannot be analyzed.
import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'rolldown/utils';
import { analyse } from 'scslre';
import { root } from '../launcher/toolchain.mjs';

const IS_TEST = /\.(test|contract)\.tsx?$|\.gen\.ts$/;

/** source and flags -> its places */
const found = new Map();
const problems = [];
for (const path of globSync('packages/{contract,server,sdk,cli,internal/*}/src/**/*.{ts,tsx}', { cwd: root })) {
  if (IS_TEST.test(path)) continue;
  const text = readFileSync(`${root}/${path}`, 'utf8');
  const place = (node) => `${path.replaceAll('\\', '/')}:${text.slice(0, node.start).split('\n').length}`;
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) problems.push(`${path}: ${errors[0].message}`);
  const assembled = (node) => {
    if (node.callee.name === 'RegExp')
      problems.push(`${place(node)}: RegExp(): write a literal, which can be analyzed`);
  };
  new Visitor({
    NewExpression: assembled,
    CallExpression: assembled,
    Literal(node) {
      if (node.regex === undefined) return;
      const { pattern, flags } = node.regex;
      const key = `/${pattern}/${flags}`;
      const places = found.get(key)?.places ?? [];
      found.set(key, { pattern, flags, places: [...places, place(node)] });
    },
  }).visit(program);
}

for (const [key, { pattern, flags, places }] of found) {
  const { reports } = analyse({ source: pattern, flags });
  if (reports.length === 0) continue;
  const growth = reports.some(({ exponential }) => exponential) ? 'exponential' : 'quadratic';
  problems.push(`${places.join(', ')}: ${key} takes ${growth} time for some input`);
}

if (found.size < 50) problems.push(`only ${found.size} regular expressions were found`);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(`${found.size} regular expressions, each linear`);
