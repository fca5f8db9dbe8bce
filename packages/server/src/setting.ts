import type { Parse } from '@drive/setting-values';

export interface Setting<T = unknown> {
  /** A sentence or two for operators, in plain text. */
  readonly meaning: string;
  readonly parse: Parse<T>;
  /** The default as text; undefined: none. */
  readonly fallback?: string | undefined;
  /** Never shown. */
  readonly masked?: boolean | undefined;
  /** Variable of other programs that is read if this one is not set. */
  readonly alias?: string | undefined;
}

export const setting = <T, const D extends string | undefined = undefined>(
  meaning: string,
  parse: Parse<T>,
  fallback?: D,
  options: Pick<Setting, 'masked' | 'alias'> = {},
): Pick<Setting<T>, 'meaning' | 'parse' | 'masked' | 'alias'> & { readonly fallback: D } => ({
  meaning,
  parse,
  fallback: fallback as D,
  ...options,
});
export const masked = { masked: true };
