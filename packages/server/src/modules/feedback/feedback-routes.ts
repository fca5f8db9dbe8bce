import { endpoints } from '@drive/contract';
import type { Context } from 'hono';
import type { Caller } from '../../platform/access/index.ts';
import { exchangeOf, parseIdempotencyKey, type Router } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Authors } from './authors.ts';
import type { CommentedShare, FeedbackShares } from './commented-share.ts';
import type { Feedback } from './feedback-service.ts';

/** Opens a share for a request by the rules for visitors, and throws if it is closed. Its owner need not unlock it. */
export type OpenForFeedback = (context: Context, token: string, caller: Caller | undefined) => Promise<CommentedShare>;

type FeedbackRoutesDeps = Pick<Ports, 'database' | 'secrets'> & {
  readonly shares: FeedbackShares;
  readonly service: Feedback;
  readonly authors: Authors;
};

export function mountFeedbackRoutes(router: Router, deps: FeedbackRoutesDeps, open: OpenForFeedback): void {
  const { database, secrets, shares, service, authors } = deps;

  /** Owners reach their own share even if it is closed to others. */
  const openOrOwn = async (context: Context, token: string, caller: Caller | undefined): Promise<CommentedShare> => {
    const own = caller && (await shares.findOwn(database.reader, caller.userId, token));
    return own ?? open(context, token, caller);
  };

  /** Visitors have no account to which the idempotency of the router could apply. */
  const onceKeyOf = (context: Context, caller: Caller | undefined): string | undefined => {
    const header = context.req.header('idempotency-key');
    if (header === undefined || caller !== undefined) return undefined;
    return secrets.sign('idempotency', `comment ${exchangeOf(context).clientNetwork} ${parseIdempotencyKey(header)}`);
  };

  router.mount(endpoints.likeShare, async ({ params, caller, context }) => {
    const share = await open(context, params.token, caller);
    const author = authors.ensure(context, share, caller);
    return { likeCount: await service.like(share, author), likedByMe: true, visitorToken: author.newToken };
  });

  router.mount(endpoints.unlikeShare, async ({ params, caller, context }) => {
    const share = await openOrOwn(context, params.token, caller);
    await service.unlike(share, authors.find(context, share, caller));
  });

  router.mount(endpoints.listComments, async ({ params, query, caller, context }) => {
    const share = await openOrOwn(context, params.token, caller);
    return service.list(share, authors.find(context, share, caller), query);
  });

  router.mount(endpoints.createComment, async ({ params, body, caller, context, remember }) => {
    const share = await open(context, params.token, caller);
    const onceKey = onceKeyOf(context, caller);
    const author = authors.ensure(context, share, caller, { seed: onceKey });
    const { newToken: visitorToken } = author;
    const comment = await service.comment(share, author, {
      ...body,
      onceKey,
      remember: (tx, written) => remember(tx, { ...written, visitorToken }),
    });
    return { ...comment, visitorToken };
  });

  router.mount(endpoints.deleteComment, async ({ params, caller, context }) => {
    const share = await openOrOwn(context, params.token, caller);
    await service.remove(share, authors.find(context, share, caller), params.id);
  });
}
