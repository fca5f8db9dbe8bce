import { dayMs } from '@drive/base';
import type { Context } from 'hono';
import type { Caller } from '../../platform/access/index.ts';
import { exchangeOf } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { createLinkCookies } from '../links/index.ts';
import type { CommentedShare } from './commented-share.ts';

/** The author of likes and comments: a user, or a visitor of this share. */
export interface Author {
  /** share_comments.author_key */
  readonly key: string;
  /** users.row_id; undefined for a visitor without an account. */
  readonly userId: number | undefined;
  /** Key of the limits. */
  readonly countedBy: string;
  /** For a new visitor, the token to send with further requests. */
  readonly newToken: string | null;
}

export interface Authors {
  /** Returns undefined for a visitor without a token. */
  find(context: Context, share: CommentedShare, caller: Caller | undefined): Author | undefined;
  /** Like `find`, but issues a token to a new visitor and sets it as a cookie. */
  ensure(context: Context, share: CommentedShare, caller: Caller | undefined, hints?: AuthorHints): Author;
  /** A token for the forms of a page, so that a form sent twice has one author. */
  newToken(share: CommentedShare): string;
}

export interface AuthorHints {
  /** The token in the submitted form. */
  readonly token?: string | undefined;
  /** A secret of the visitor. The same seed gives the same new visitor. */
  readonly seed?: string | undefined;
}

export const keyOfUser = (userId: number): string => `u${userId}`;

const cookieMs = 400 * dayMs;
const ID_CHARACTERS = 22;

/** A visitor's signed token is valid for one share only, so that nobody is tracked across shares. Nothing is stored. */
export function createAuthors({ secrets, random, baseUrl }: Pick<Ports, 'secrets' | 'random' | 'baseUrl'>): Authors {
  const cookies = createLinkCookies(baseUrl, 'share', 'visitor', cookieMs);

  const payloadOf = ({ rowId }: CommentedShare, id: string): string => `${rowId.toString(36)}.${id}`;
  const tokenOf = (share: CommentedShare, id: string): string =>
    `${id}.${secrets.sign('share-visitor', payloadOf(share, id))}`;

  const readToken = (share: CommentedShare, token: string): string | undefined => {
    const id = token.slice(0, ID_CHARACTERS);
    const isValid =
      token.at(ID_CHARACTERS) === '.' &&
      secrets.verify('share-visitor', payloadOf(share, id), token.slice(ID_CHARACTERS + 1));
    return isValid ? id : undefined;
  };

  const findVisitor = (context: Context, share: CommentedShare, formToken?: string): string | undefined => {
    for (const token of [context.req.header('x-share-visitor'), cookies.find(context, share.token), formToken]) {
      const id = token === undefined ? undefined : readToken(share, token);
      if (id !== undefined) return id;
    }
    return undefined;
  };

  const createVisitor = (seed?: string): string =>
    seed === undefined ? random.token(ID_CHARACTERS) : secrets.sign('share-visitor', seed).slice(0, ID_CHARACTERS);

  const setCookie = (context: Context, share: CommentedShare, id: string): void =>
    cookies.set(context, share.token, tokenOf(share, id));

  const visitorAuthor = (context: Context, id: string, newToken: string | null): Author => ({
    key: `v${id}`,
    userId: undefined,
    countedBy: exchangeOf(context).clientNetwork,
    newToken,
  });

  const find = (
    context: Context,
    share: CommentedShare,
    caller: Caller | undefined,
    formToken?: string,
  ): Author | undefined => {
    if (caller !== undefined) {
      const key = keyOfUser(caller.userId);
      return { key, userId: caller.userId, countedBy: key, newToken: null };
    }
    const id = findVisitor(context, share, formToken);
    return id === undefined ? undefined : visitorAuthor(context, id, null);
  };

  return {
    find,
    ensure: (context, share, caller, { token, seed } = {}) => {
      const known = find(context, share, caller, token);
      if (known !== undefined) {
        if (token !== undefined && known.userId === undefined) setCookie(context, share, known.key.slice(1));
        return known;
      }
      const id = createVisitor(seed);
      setCookie(context, share, id);
      return visitorAuthor(context, id, tokenOf(share, id));
    },
    newToken: (share) => tokenOf(share, createVisitor()),
  };
}
