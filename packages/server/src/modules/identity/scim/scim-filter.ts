import { scimError } from './scim-errors.ts';

/** One comparison: identity providers ask for equality only. */
export interface ScimComparison {
  /** Lower case, without the URN of its schema. */
  readonly attribute: string;
  readonly value: string;
}

const longestFilter = 1024;
/** `attribute eq "value"`, where a value of an attribute with several may be chosen: `emails[type eq "work"].value`. */
const comparison = /^([\w$:.-]+)(?:\[[\w.]+ eq "[^"\\]*"\])?(\.\w+)? eq (?:"((?:[^"\\]|\\.)*)"|(true|false))$/i;

/**
 * The comparisons of a filter (RFC 7644, 3.4.2.2), all of which must hold. Entra ID and Okta send `eq`, and `and` between two of
 * them. Throws 501 for every other filter.
 */
export function parseFilter(filter: string): ScimComparison[] {
  if (filter.length > longestFilter) throw scimError(400, 'The filter is too long.', 'invalidFilter');
  return filter
    .trim()
    .split(/ and /i)
    .map((part) => {
      const [, name, sub = '', text, flag] = comparison.exec(part.trim()) ?? [];
      const value = text === undefined ? flag?.toLowerCase() : unescaped(text);
      if (name === undefined || value === undefined)
        throw scimError(501, 'This server knows filters with "eq" and "and" only.', 'invalidFilter');
      return { attribute: `${name.slice(name.lastIndexOf(':') + 1)}${sub}`.toLowerCase(), value };
    });
}

const unescaped = (text: string): string => text.replaceAll(/\\(.)/g, '$1');
