import type { createLowlight } from 'lowlight';

export type Root = ReturnType<ReturnType<typeof createLowlight>['highlight']>;
type Element = Extract<Root['children'][number], { readonly type: 'element' }>;
type ElementContent = Element['children'][number];

/** A tree of highlighted text with an element for each line, which its number stands before. The text stays the same. */
export function inLines({ children }: Root): Root {
  const lines = splitLines(children as ElementContent[]);
  return {
    type: 'root',
    children: lines.map((content, index): Element => ({
      type: 'element',
      tagName: 'span',
      properties: { className: ['line'] },
      children: index === lines.length - 1 ? content : [...content, { type: 'text', value: '\n' }],
    })),
  };
}

/** An element that goes over several lines becomes one for each. */
function splitLines(nodes: readonly ElementContent[]): ElementContent[][] {
  const lines: ElementContent[][] = [[]];
  const add = (parts: readonly ElementContent[][]): void => {
    for (const [index, part] of parts.entries()) {
      if (index > 0) lines.push([]);
      lines.at(-1)?.push(...part);
    }
  };
  for (const node of nodes)
    if (node.type === 'text')
      add(node.value.split('\n').map((value) => (value === '' ? [] : [{ type: 'text', value }])));
    else if (node.type === 'element')
      add(splitLines(node.children).map((children) => (children.length === 0 ? [] : [{ ...node, children }])));
  return lines;
}
