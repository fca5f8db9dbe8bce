import { SaxesParser } from 'saxes';

/** An element of an answer, without attributes and mixed content, which S3 does not use. */
export interface XmlElement {
  readonly name: string;
  readonly text: string;
  readonly children: readonly XmlElement[];
}

/** Answers have at most a thousand entries of a few hundred bytes. */
const maxDepth = 10;

/** Throws if the text is not well-formed. */
export function parseXml(text: string): XmlElement {
  const top: { name: string; text: string; children: XmlElement[] } = { name: '', text: '', children: [] };
  const open = [top];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    if (open.length > maxDepth) throw new RangeError('elements are nested too deeply');
    const element = { name, text: '', children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (piece) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += piece;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  const [root] = top.children;
  if (root === undefined) throw new RangeError('there is no element');
  return root;
}

export const listChildren = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name);

/** undefined if there is no such child. */
export const findText = (element: XmlElement, name: string): string | undefined =>
  element.children.find((child) => child.name === name)?.text;

export function requireText(element: XmlElement, name: string): string {
  const text = findText(element, name);
  if (text === undefined) throw new RangeError(`<${element.name}> has no <${name}>`);
  return text;
}

const entities: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

export const escapeXml = (text: string): string => text.replaceAll(/[<>&"]/g, (character) => entities[character] ?? '');
