import { DomainError } from '@drive/access';

/** `Not` makes a condition true that is false, and the other way round. */
export type Condition = { readonly isNegated: boolean } & (
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'etag'; readonly etag: string }
);

/** All conditions have to hold. */
export interface ConditionList {
  /** The URL that the list is about; undefined: that of the request. */
  readonly tag: string | undefined;
  readonly conditions: readonly Condition[];
}

/** One of the lists must match. */
export type IfHeader = readonly ConditionList[];

const maxConditions = 100;
/** URLs whose entity tags one header names: each has to be looked up. */
const maxTaggedUrls = 16;

/** RFC 4918, 10.4.2: lists without tags, or each after its URL. Throws `bad_request`. */
export function parseIfHeader(text: string): IfHeader {
  const lists: ConditionList[] = [];
  let at = 0;
  let tag: string | undefined;
  let conditions = 0;

  const skipSpace = (): void => {
    while (text[at] === ' ' || text[at] === '\t') at += 1;
  };
  const until = (end: string): string => {
    const found = text.indexOf(end, at + 1);
    if (found === -1) throw malformed();
    const inner = text.slice(at + 1, found);
    at = found + 1;
    return inner;
  };
  const condition = (): Condition => {
    conditions += 1;
    if (conditions > maxConditions) throw malformed();
    const isNegated = text.slice(at, at + 3).toLowerCase() === 'not';
    if (isNegated) {
      at += 3;
      skipSpace();
    }
    if (text[at] === '<') return { kind: 'token', token: until('>'), isNegated };
    if (text[at] === '[') return { kind: 'etag', etag: until(']').trim(), isNegated };
    throw malformed();
  };

  for (skipSpace(); at < text.length; skipSpace()) {
    if (text[at] === '<') {
      if (lists.length > 0 && tag === undefined) throw malformed();
      tag = until('>');
      skipSpace();
      if (text[at] !== '(') throw malformed();
      continue;
    }
    if (text[at] !== '(') throw malformed();
    at += 1;
    const list: Condition[] = [];
    for (skipSpace(); text[at] !== ')'; skipSpace()) list.push(condition());
    at += 1;
    if (list.length === 0) throw malformed();
    lists.push({ tag, conditions: list });
  }
  if (lists.length === 0) throw malformed();
  const tagged = lists.filter((list) => list.conditions.some(({ kind }) => kind === 'etag'));
  if (new Set(tagged.map((list) => list.tag)).size > maxTaggedUrls)
    throw new DomainError('bad_request', `The header If names the entity tags of more than ${maxTaggedUrls} URLs.`);
  return lists;
}

/** Every token of the header, which the client submits with it (RFC 4918, 10.4.1). */
export const submittedTokens = (header: IfHeader): ReadonlySet<string> =>
  new Set(header.flatMap((list) => list.conditions.flatMap((each) => (each.kind === 'token' ? [each.token] : []))));

const malformed = (): DomainError => new DomainError('bad_request', 'The header If is malformed.');
