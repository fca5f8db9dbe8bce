import type { Context } from 'hono';
import { dayMs } from '../../platform/clock.ts';
import type { BaseUrl } from '../../platform/base-url.ts';
import { createLinkCookies } from '../links/index.ts';
import type { Random } from '../../platform/random.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { ShareRow } from '../shares/index.ts';

/** What tells visitors without an account apart, each at one share: nobody is followed from one to another. */
export interface VisitorTokens {
  /** The visitor that the request brings along by header or cookie, or else this token; undefined where none is ours. */
  find(context: Context, share: ShareRow, token?: string): string | undefined;
  /** Somebody new, or the one of the same secret seed. */
  mint(seed?: string): string;
  tokenOf(share: ShareRow, visitorId: string): string;
  /** Sets the cookie that keeps who they are. */
  keep(context: Context, share: ShareRow, visitorId: string): void;
}

const cookieMs = 400 * dayMs;
const ID_CHARACTERS = 22;

export function createVisitorTokens({
  secrets,
  random,
  baseUrl,
}: {
  readonly secrets: Secrets;
  readonly random: Random;
  readonly baseUrl: BaseUrl;
}): VisitorTokens {
  const cookies = createLinkCookies(baseUrl, 'share', 'visitor', cookieMs);
  /** Nothing is kept of a visitor: who has it was given it, for this share. */
  const textOf = ({ rowId }: ShareRow, id: string): string => `${rowId.toString(36)}.${id}`;

  const read = (share: ShareRow, token: string): string | undefined => {
    const id = token.slice(0, ID_CHARACTERS);
    const isOurs =
      token.at(ID_CHARACTERS) === '.' &&
      secrets.verify('share-visitor', textOf(share, id), token.slice(ID_CHARACTERS + 1));
    return isOurs ? id : undefined;
  };
  const tokenOf = (share: ShareRow, id: string): string => `${id}.${secrets.sign('share-visitor', textOf(share, id))}`;

  return {
    find: (context, share, token) => {
      for (const each of [context.req.header('x-share-visitor'), cookies.find(context, share.token), token]) {
        const id = each === undefined ? undefined : read(share, each);
        if (id !== undefined) return id;
      }
      return undefined;
    },
    mint: (seed) =>
      seed === undefined ? random.token(ID_CHARACTERS) : secrets.sign('share-visitor', seed).slice(0, ID_CHARACTERS),
    tokenOf,
    keep: (context, share, id) => cookies.set(context, share.token, tokenOf(share, id)),
  };
}
