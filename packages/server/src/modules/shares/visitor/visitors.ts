import { dayMs } from '@drive/base';
import { limits } from '@drive/contract';
import type { Context } from 'hono';
import { exchangeOf, findHeader, incomingOf, pageQuery, pageText } from '../../../platform/http/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { createLinkCookies, isAutomated } from '../../links/index.ts';
import type { Shares } from '../create-shares.ts';
import type { RecipientRow } from '../owner/recipient-store.ts';
import type { ShareRow } from '../share-store.ts';
import type { Ticket } from '../transfers/share-tickets.ts';
import type { CountryOf } from '../transfers/share-visits.ts';

export interface Visitor {
  /** Set for a visitor with a personal link. */
  readonly recipient: RecipientRow | undefined;
  /** The `r` parameter of that link. */
  readonly recipientToken: string | undefined;
  readonly isUnlocked: boolean;
  readonly network: string;
  /** Finds the country that the request comes from (ISO 3166-1); null: not known. */
  country(): Promise<string | null>;
  /** Set if the request has a ticket for the share. */
  readonly ticket: Ticket | undefined;
  /** False for automated visits and HEAD requests, which do not count as views. */
  readonly isHuman: boolean;
}

export interface Visitors {
  of(context: Context, share: ShareRow): Promise<Visitor>;
  /** Throws `share_locked`. */
  requireUnlocked(context: Context, share: ShareRow): Promise<Visitor>;
  /** Sets the cookie that recognizes a recipient again; does nothing for other visitors. */
  keepRecipient(context: Context, share: ShareRow, visitor: Visitor): void;
}

const recipientMs = 400 * dayMs;

/** The ticket that a request sends, valid or not. */
export const ticketIn = (context: Context): string | undefined => findHeader(incomingOf(context), 'x-share-ticket');

const recipientQuery = pageQuery({ r: pageText(limits.tokenCharacters) });

export function createVisitors({
  database,
  shares,
  baseUrl,
  countryOf,
}: Pick<Ports, 'database' | 'baseUrl'> & { readonly shares: Shares; readonly countryOf: CountryOf }): Visitors {
  const recipientCookies = createLinkCookies(baseUrl, 'share', 'recipient', recipientMs);
  const recipientTokens = (context: Context, share: ShareRow): string[] =>
    [
      recipientQuery.of(context).r,
      context.req.header('x-share-recipient'),
      recipientCookies.find(context, share.token),
    ].filter((token) => token !== undefined);

  const of = async (context: Context, share: ShareRow): Promise<Visitor> => {
    let recipient: RecipientRow | undefined;
    let recipientToken: string | undefined;
    for (const token of recipientTokens(context, share)) {
      recipient = await shares.findRecipient(database.reader, share, token);
      if (recipient === undefined) continue;
      recipientToken = token;
      break;
    }
    return {
      recipient,
      recipientToken,
      isUnlocked: shares.lock.isUnlocked(context, share),
      network: exchangeOf(context).clientNetwork,
      country: () => countryOf(incomingOf(context)),
      ticket: shares.tickets.find(share, ticketIn(context)),
      isHuman: context.req.method === 'GET' && !isAutomated(context),
    };
  };

  return {
    of,
    requireUnlocked: async (context, share) => {
      shares.lock.requireUnlocked(context, share);
      return of(context, share);
    },
    keepRecipient: (context, share, { recipientToken: r }) => {
      if (r === undefined || r === recipientCookies.find(context, share.token)) return;
      recipientCookies.set(context, share.token, r);
    },
  };
}
