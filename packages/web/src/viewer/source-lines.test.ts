import javascript from 'highlight.js/lib/languages/javascript';
import { createLowlight } from 'lowlight';
import { expect, test } from 'vitest';
import { inLines, type Root } from './source-lines.ts';

type Node = Root | Root['children'][number];
const textOf = (node: Node): string =>
  node.type === 'text' ? node.value : 'children' in node ? node.children.map(textOf).join('') : '';

test('a highlighted text has an element for each of its lines, and stays the same', () => {
  const text = '/* two\nlines */\n\nconst a = `x\n${1}`;\n';
  const lines = inLines(createLowlight({ javascript }).highlight('javascript', text));
  expect(lines.children.map(textOf)).toEqual(['/* two\n', 'lines */\n', '\n', 'const a = `x\n', '${1}`;\n', '']);
  expect(lines.children.slice(0, 2).map((line) => 'children' in line && line.children[0])).toMatchObject([
    { properties: { className: ['hljs-comment'] } },
    { properties: { className: ['hljs-comment'] } },
  ]);
});
