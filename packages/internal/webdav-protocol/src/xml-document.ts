import { DomainError } from '@drive/access';
import { SaxesParser } from 'saxes';

/** An element with its namespace resolved. Comments and processing instructions are dropped. */
export interface XmlElement {
  /** Empty: none. */
  readonly namespace: string;
  readonly name: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly (XmlElement | string)[];
}

interface XmlAttribute {
  /** Empty: none. */
  readonly namespace: string;
  readonly name: string;
  readonly value: string;
}

export const davNamespace = 'DAV:';
export const ownCloudNamespace = 'http://owncloud.org/ns';
/** Namespace of the properties that Windows sets. */
export const microsoftNamespace = 'urn:schemas-microsoft-com:';
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';
const declarations = 'http://www.w3.org/2000/xmlns/';

/** Limits of a request: far above real clients, and small enough for memory. */
const maxDepth = 32;
const maxNodes = 2000;
const maxNamespaceCharacters = 256;
/** Total for all elements and attributes, because each is written with its complete namespace. */
const maxNamespacesCharacters = 128 * 1024;
/** Attributes of one element, with its declarations of namespaces. The parser keeps them until the element is complete. */
const maxAttributes = 64;

/** Properties that one request may name. */
const maxNamed = 100;

/** Throws `bad_request` unless well-formed, and for a document type, and so for its entities (RFC 4918, 20.6). */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const open: (Omit<XmlElement, 'children'> & { readonly children: (XmlElement | string)[] })[] = [];
  let root: XmlElement | undefined;
  let nodes = 0;
  let namespacesCharacters = 0;
  let attributesOfElement = 0;
  const addText = (value: string): void => void open.at(-1)?.children.push(value);

  parser.on('error', (error) => {
    throw notXml(error.message);
  });
  parser.on('doctype', () => {
    throw notXml('it has a document type');
  });
  parser.on('opentagstart', () => {
    attributesOfElement = 0;
  });
  parser.on('attribute', () => {
    attributesOfElement += 1;
    if (attributesOfElement > maxAttributes) throw notXml(`an element has more than ${maxAttributes} attributes`);
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    const all = Object.values(attributes);
    const kept = all.filter((attribute) => attribute.uri !== declarations);
    nodes += 1 + all.length;
    if (open.length >= maxDepth || nodes > maxNodes)
      throw notXml('it is nested too deep or has too many elements or attributes');
    const declared = all.filter((attribute) => attribute.uri === declarations).map(({ value }) => value);
    const used = [uri, ...kept.map((attribute) => attribute.uri)];
    if ([...declared, ...used].some(({ length }) => length > maxNamespaceCharacters))
      throw notXml('it has a namespace that is too long');
    for (const { length } of used) namespacesCharacters += length;
    if (namespacesCharacters > maxNamespacesCharacters) throw notXml('its namespaces are too long');
    open.push({
      namespace: uri,
      name: local,
      attributes: kept.map((attribute) => ({
        namespace: attribute.uri,
        name: attribute.local,
        value: attribute.value,
      })),
      children: [],
    });
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    if (element === undefined) return;
    const parent = open.at(-1);
    if (parent === undefined) root = element;
    else parent.children.push(element);
  });
  parser.write(text).close();
  if (root === undefined) throw notXml('it is empty');
  return root;
}

const notXml = (reason: string): DomainError =>
  new DomainError('bad_request', `The body is not the XML of WebDAV: ${reason}.`);

export const childElements = (element: XmlElement): XmlElement[] =>
  element.children.filter((child) => typeof child !== 'string');

export const findChild = (element: XmlElement, name: string): XmlElement | undefined =>
  childElements(element).find((child) => isDav(child, name));

export const isDav = (element: XmlElement, name: string): boolean =>
  element.namespace === davNamespace && element.name === name;

/** The properties that elements name. Throws `bad_request` if they are more than any client names. */
export function requireFew<T>(properties: readonly T[]): readonly T[] {
  if (properties.length > maxNamed)
    throw new DomainError('bad_request', `A request may name at most ${maxNamed} properties.`);
  return properties;
}

/** The text in an element, without that of elements below. */
export const textOf = (element: XmlElement): string =>
  element.children.filter((child) => typeof child === 'string').join('');

/** XML of the children of an element; each element declares its namespaces. */
export const innerXml = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === 'string' ? escapeXml(child) : outerXml(child))).join('');

export const outerXml = (element: XmlElement): string => {
  const attributes = element.attributes.map(attributeXml).join('');
  return wrapXml(element.namespace, element.name, innerXml(element), attributes);
};

/** `inner` and `attributes` are XML already. */
export function wrapXml(namespace: string, name: string, inner: string, attributes = ''): string {
  const [tag, declaration] =
    namespace === davNamespace ? [`D:${name}`, ''] : [name, ` xmlns="${escapeXml(namespace)}"`];
  return inner === '' ? `<${tag}${declaration}${attributes}/>` : `<${tag}${declaration}${attributes}>${inner}</${tag}>`;
}

function attributeXml({ namespace, name, value }: XmlAttribute, index: number): string {
  const text = escapeXml(value);
  if (namespace === '') return ` ${name}="${text}"`;
  if (namespace === xmlNamespace) return ` xml:${name}="${text}"`;
  return ` xmlns:a${index}="${escapeXml(namespace)}" a${index}:${name}="${text}"`;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/** Surrogates may be lone ones. */
const special = /[\u0000-\u0008\u000b-\u001f&<>"\ud800-\udfff\ufffe\uffff]/;

/** For text and attribute values. Drops characters that XML 1.0 cannot express. */
export const escapeXml = (text: string): string =>
  special.test(text)
    ? text
        .toWellFormed()
        .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
        .replaceAll(/[&<>"\r]/g, (character) => escapes[character] ?? character)
    : text;
