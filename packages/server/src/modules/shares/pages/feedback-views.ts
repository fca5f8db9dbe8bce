import { withoutTurns, type Comment } from '@drive/contract';
import type { Context } from 'hono';
import { mayDo } from '../../../platform/access/index.ts';
import type { BrowserSession as SignedIn } from '../../accounts/index.ts';
import type { Author, CommentsView, Draft, FormSecrets, LikesView } from '../../feedback/index.ts';
import type { OpenShare } from '../open-share.ts';
import type { PublicSharesDeps } from '../visitor/public-shares.ts';

/** Comments below a shared file, and on each page of all comments. */
const LATEST_COMMENTS = 3;
export const COMMENTS_PER_PAGE = 10;

export interface FeedbackVisitor {
  readonly signedIn: SignedIn | undefined;
  /** undefined for a new visitor without an account. */
  readonly author: Author | undefined;
}

export interface FeedbackViews {
  visitorOf(context: Context, share: OpenShare): Promise<FeedbackVisitor>;
  /** undefined if likes are turned off. */
  likes(share: OpenShare, visitor: FeedbackVisitor): Promise<LikesView | undefined>;
  /** The newest comments; undefined if comments are turned off. */
  latest(share: OpenShare, visitor: FeedbackVisitor): Promise<CommentsView | undefined>;
  /** Throws `access_denied` if comments are turned off and the visitor is not the owner. */
  page(share: OpenShare, visitor: FeedbackVisitor, page: number, draft?: Draft): Promise<CommentsView>;
  single(share: OpenShare, visitor: FeedbackVisitor, id: string): Promise<CommentsView>;
}

export function createFeedbackViews(deps: PublicSharesDeps, pathOf: (share: OpenShare) => string): FeedbackViews {
  const { database, accounts, feedback, random } = deps;
  const { service, authors } = feedback;

  const secretsOf = (share: OpenShare, { signedIn, author }: FeedbackVisitor): FormSecrets => ({
    visitor: signedIn === undefined && author === undefined ? authors.newToken(share) : undefined,
    xsrf: signedIn?.xsrfToken,
  });

  const viewOf = async (
    share: OpenShare,
    visitor: FeedbackVisitor,
    comments: readonly Comment[],
    draft?: Draft,
  ): Promise<CommentsView> => {
    const userId = visitor.signedIn?.caller.userId;
    const account = userId === undefined ? undefined : await accounts.findUser(database.reader, userId);
    return {
      comments,
      count: share.commentCount,
      isOwner: mayDo(userId, share, 'manage'),
      isOpen: share.commentsEnabled,
      writesAs: account?.name == null ? undefined : withoutTurns(account.name),
      onceKey: random.token(16),
      draft,
      secrets: secretsOf(share, visitor),
      path: pathOf(share),
    };
  };

  const read = async (
    share: OpenShare,
    visitor: FeedbackVisitor,
    page: { readonly page: number; readonly limit: number },
  ) => (await service.list(share, visitor.author, page)).comments;

  return {
    visitorOf: async (context, share) => {
      const signedIn = await accounts.browserSessions.find(context);
      return { signedIn, author: authors.find(context, share, signedIn?.caller) };
    },
    likes: async (share, visitor) =>
      share.likesEnabled
        ? {
            count: share.likeCount,
            likedByMe: await service.isLikedBy(share, visitor.author),
            secrets: secretsOf(share, visitor),
            path: pathOf(share),
          }
        : undefined,
    latest: async (share, visitor) =>
      share.commentsEnabled
        ? viewOf(share, visitor, await read(share, visitor, { page: 1, limit: LATEST_COMMENTS }))
        : undefined,
    page: async (share, visitor, page, draft) =>
      viewOf(share, visitor, await read(share, visitor, { page, limit: COMMENTS_PER_PAGE }), draft),
    single: async (share, visitor, id) => viewOf(share, visitor, [await service.get(share, visitor.author, id)]),
  };
}
