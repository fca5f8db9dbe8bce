import { endpoints } from '@drive/contract';
import type { Context } from 'hono';
import type { Database } from '../../platform/db/index.ts';
import { exchangeOf, parseIdempotencyKey, type Caller, type Router } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { ShareRow, Shares } from '../shares/index.ts';
import type { Authors } from './authors.ts';
import type { Feedback } from './feedback.ts';

/**
 * How somebody gets to a share, by the rules for strangers: throws what keeps it closed. Its owner need not unlock it.
 */
export type ShareDoor = (context: Context, token: string, caller: Caller | undefined) => Promise<ShareRow>;

export interface FeedbackRoutesDeps {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly shares: Shares;
  readonly feedback: Feedback;
  readonly authors: Authors;
}

export function mountFeedback(router: Router, deps: FeedbackRoutesDeps, door: ShareDoor): void {
  const { database, secrets, shares, feedback, authors } = deps;

  /** What is theirs owners see whether or not anybody else may. */
  const enter = async (context: Context, token: string, caller: Caller | undefined): Promise<ShareRow> => {
    const own = caller && (await shares.findOwn(database.reader, caller.userId, token));
    return own ?? door(context, token, caller);
  };

  /** Strangers have no account under which answers are kept, so their comments are told apart by what they sent. */
  const onceKeyOf = (context: Context, caller: Caller | undefined): string | undefined => {
    const header = context.req.header('idempotency-key');
    if (header === undefined || caller !== undefined) return undefined;
    return secrets.sign('idempotency', `comment ${exchangeOf(context).clientNetwork} ${parseIdempotencyKey(header)}`);
  };

  router.mount(endpoints.likeShare, async ({ params, caller, context }) => {
    const share = await door(context, params.token, caller);
    const author = authors.ensure(context, share, caller);
    return { likeCount: await feedback.like(share, author), likedByMe: true, visitorToken: author.newToken };
  });

  router.mount(endpoints.unlikeShare, async ({ params, caller, context }) => {
    const share = await enter(context, params.token, caller);
    await feedback.unlike(share, authors.find(context, share, caller));
  });

  router.mount(endpoints.listComments, async ({ params, query, caller, context }) => {
    const share = await enter(context, params.token, caller);
    return feedback.list(share, authors.find(context, share, caller), query);
  });

  router.mount(endpoints.createComment, async ({ params, body, caller, context, remember }) => {
    const share = await door(context, params.token, caller);
    const onceKey = onceKeyOf(context, caller);
    const author = authors.ensure(context, share, caller, { seed: onceKey });
    const { newToken: visitorToken } = author;
    const comment = await feedback.comment(share, author, {
      ...body,
      onceKey,
      remember: (tx, written) => remember(tx, { ...written, visitorToken }),
    });
    return { ...comment, visitorToken };
  });

  router.mount(endpoints.deleteComment, async ({ params, caller, context }) => {
    const share = await enter(context, params.token, caller);
    await feedback.remove(share, authors.find(context, share, caller), params.id);
  });
}
