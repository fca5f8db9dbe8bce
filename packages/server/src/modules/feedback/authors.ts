import type { Context } from 'hono';
import { exchangeOf, type Caller } from '../../platform/http/index.ts';
import type { ShareRow } from '../shares/index.ts';
import type { VisitorTokens } from './visitor-tokens.ts';

/** Who likes and comments: an account, or a visitor of this share. */
export interface Author {
  /** share_comments.author_key */
  readonly key: string;
  /** users.row_id; undefined: has no account. */
  readonly userId: number | undefined;
  /** What limits count by. */
  readonly countedBy: string;
  /** What a visitor who is new has to bring along from now on. */
  readonly newToken: string | null;
}

export interface Authors {
  /** undefined: a stranger who has left nothing behind yet. */
  find(context: Context, share: ShareRow, caller: Caller | undefined): Author | undefined;
  /** The same, or somebody new, whom a cookie keeps. */
  ensure(context: Context, share: ShareRow, caller: Caller | undefined, hints?: AuthorHints): Author;
  /** For the forms of a page that a stranger sees: sent twice they come from one. */
  newToken(share: ShareRow): string;
}

export interface AuthorHints {
  /** Whom a form of our page was made out for. */
  readonly token?: string | undefined;
  /** Nobody else's secret: whoever is new and comes with the same again is the same. */
  readonly seed?: string | undefined;
}

export const keyOfUser = (userId: number): string => `u${userId}`;

export function createAuthors(tokens: VisitorTokens): Authors {
  const authorOf = (context: Context, userId: number | undefined, id: string, newToken: string | null): Author =>
    userId === undefined
      ? { key: `v${id}`, userId, countedBy: exchangeOf(context).clientNetwork, newToken }
      : { key: keyOfUser(userId), userId, countedBy: keyOfUser(userId), newToken };

  const find = (context: Context, share: ShareRow, caller: Caller | undefined, token?: string): Author | undefined => {
    if (caller !== undefined) return authorOf(context, caller.userId, '', null);
    const id = tokens.find(context, share, token);
    return id === undefined ? undefined : authorOf(context, undefined, id, null);
  };

  return {
    find,
    ensure: (context, share, caller, { token, seed } = {}) => {
      const known = find(context, share, caller, token);
      if (known !== undefined) {
        if (token !== undefined && known.userId === undefined) tokens.keep(context, share, known.key.slice(1));
        return known;
      }
      const id = tokens.mint(seed);
      tokens.keep(context, share, id);
      return authorOf(context, undefined, id, tokens.tokenOf(share, id));
    },
    newToken: (share) => tokens.tokenOf(share, tokens.mint()),
  };
}
