import type { Message, Section } from '../format.ts';

/** Texts of one language that the server sends. */
export interface Catalog {
  /** Of pages and emails. */
  readonly texts: Section;
  /** Of scripts of pages. */
  readonly scripts: Section;
  /** Messages of errors that pages show. */
  readonly messages: Section;
}

/** A text of a section; undefined if it has none of this name. */
export function messageOf(section: Section, key: string): Message | undefined {
  const found = Object.hasOwn(section, key) ? section[key] : undefined;
  return typeof found === 'string' || Array.isArray(found) ? (found as Message) : undefined;
}
