import type { Context } from 'hono';
import { dayMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';
import type { BaseUrl } from '../../platform/base-url.ts';
import { exchangeOf } from '../../platform/http/index.ts';
import { createLinkCookies } from '../links/index.ts';
import type { RecipientRow, ShareRow, Shares } from '../shares/index.ts';

/** Whoever comes to a share. */
export interface Visitor {
  /** Who came by a personal link. */
  readonly recipient: RecipientRow | undefined;
  /** What said so: the `r` of their link. */
  readonly recipientToken: string | undefined;
  readonly isUnlocked: boolean;
  /** What limits count by. */
  readonly network: string;
  /** Looks on its own behalf: no preview bot, no prefetch, no HEAD. Only such a visit counts. */
  readonly isPerson: boolean;
}

export interface Visitors {
  of(context: Context, share: ShareRow): Promise<Visitor>;
  /** Throws `share_locked` where the password has not been given. */
  requireUnlocked(context: Context, share: ShareRow): Promise<Visitor>;
  /** Sets the cookie that keeps a personal link's reader who they are; nothing for anybody else. */
  keepRecipient(context: Context, share: ShareRow, visitor: Visitor): void;
}

const recipientMs = 400 * dayMs;

/** Programs that fetch a link to show what is behind it, or to index it. */
const bots =
  /bot\b|bot[/;]|crawl|spider|slurp|preview|facebookexternalhit|facebookcatalog|whatsapp|telegram|slack|discord|skype|linkedin|twitter|pinterest|embedly|quora|outbrain|vkshare|redditbot|mastodon|iframely|bitly|google-inspection|googleother|lighthouse|headlesschrome-preview|yandex|baidu|duckduck|archive\.org|mediapartners|validator|monitor|uptime/i;

export function createVisitors({
  database,
  shares,
  baseUrl,
}: {
  readonly database: Database;
  readonly shares: Shares;
  readonly baseUrl: BaseUrl;
}): Visitors {
  const recipientCookies = createLinkCookies(baseUrl, 'share', 'recipient', recipientMs);
  const recipientTokens = (context: Context, share: ShareRow): string[] =>
    [
      context.req.query('r'),
      context.req.header('x-share-recipient'),
      recipientCookies.find(context, share.token),
    ].filter((token) => token !== undefined);

  const of = async (context: Context, share: ShareRow): Promise<Visitor> => {
    let recipient: RecipientRow | undefined;
    let recipientToken: string | undefined;
    for (const token of recipientTokens(context, share)) {
      recipient = await shares.recipients.findByToken(database.reader, share, token);
      if (recipient === undefined) continue;
      recipientToken = token;
      break;
    }
    return {
      recipient,
      recipientToken,
      isUnlocked: shares.unlocking.isUnlocked(context, share),
      network: exchangeOf(context).clientNetwork,
      isPerson:
        context.req.method === 'GET' &&
        !bots.test(context.req.header('user-agent') ?? '') &&
        !/prefetch|prerender/i.test(`${context.req.header('sec-purpose')} ${context.req.header('purpose')}`),
    };
  };

  return {
    of,
    requireUnlocked: async (context, share) => {
      const visitor = await of(context, share);
      if (!visitor.isUnlocked) throw new DomainError('share_locked', 'This link asks for a password first.');
      return visitor;
    },
    keepRecipient: (context, share, { recipientToken: r }) => {
      if (r === undefined || r === recipientCookies.find(context, share.token)) return;
      recipientCookies.set(context, share.token, r);
    },
  };
}
