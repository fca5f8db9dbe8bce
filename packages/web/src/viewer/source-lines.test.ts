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

test('a long text has blocks of lines, whose numbers go on', () => {
  const { children } = inLines({ type: 'root', children: [{ type: 'text', value: 'x\n'.repeat(1200) }] });
  const blocks = children as unknown as {
    readonly children: unknown[];
    readonly properties: { readonly style: string };
  }[];
  expect(blocks.map((block) => block.children.length)).toEqual([500, 500, 201]);
  expect(blocks.map(({ properties }) => /line (\d+)/.exec(properties.style)?.[1])).toEqual(['0', '500', '1000']);
});
