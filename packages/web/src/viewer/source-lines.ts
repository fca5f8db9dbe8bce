import type { createLowlight } from 'lowlight';

export type Root = ReturnType<ReturnType<typeof createLowlight>['highlight']>;
type Element = Extract<Root['children'][number], { readonly type: 'element' }>;
type ElementContent = Element['children'][number];

/** Lines of a block, which the browser lays out only when it comes into view: a text may have hundred thousands of lines. */
const linesOfBlock = 500;
/** Height of a line that is not broken, in the style sheet. */
const lineRem = 1.4;

/** A tree of highlighted text with an element for each line, which its number stands before. The text stays the same. */
export function inLines({ children }: Root): Root {
  const lines = splitLines(children as ElementContent[]);
  const elements = lines.map((content, index) =>
    span({ className: ['line'] }, index === lines.length - 1 ? content : [...content, { type: 'text', value: '\n' }]),
  );
  return { type: 'root', children: elements.length > linesOfBlock ? inBlocks(elements) : elements };
}

function inBlocks(lines: readonly Element[]): Element[] {
  const blocks: Element[] = [];
  for (let at = 0; at < lines.length; at += linesOfBlock) {
    const block = lines.slice(at, at + linesOfBlock);
    const style = `counter-reset: line ${at}; contain-intrinsic-block-size: auto ${block.length * lineRem}rem`;
    blocks.push(span({ className: ['lines'], style }, block));
  }
  return blocks;
}

const span = (properties: Element['properties'], children: ElementContent[]): Element => ({
  type: 'element',
  tagName: 'span',
  properties,
  children,
});

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
