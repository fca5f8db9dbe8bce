import { withoutTurns, type Comment } from '@drive/contract';
import type { Context } from 'hono';
import type { BrowserSession as SignedIn } from '../../accounts/index.ts';
import type { Author, CommentsView, Draft, FormSecrets, LikesView } from '../../feedback/index.ts';
import type { OpenShare } from '../../shares/index.ts';
import type { PublicDeps } from '../routes.ts';

/** Comments that the page of a share shows by itself, and those on a page of their own. */
const glimpsed = 3;
export const commentsAtOnce = 10;

/** Somebody at a page of a share, as far as likes and comments go. */
export interface Reader {
  readonly signedIn: SignedIn | undefined;
  /** undefined: a stranger who has left nothing behind yet. */
  readonly author: Author | undefined;
}

export interface FeedbackViews {
  readerOf(context: Context, share: OpenShare): Promise<Reader>;
  /** undefined where likes are switched off. */
  likes(share: OpenShare, reader: Reader): Promise<LikesView | undefined>;
  /** The newest few; undefined where comments are switched off. */
  glimpse(share: OpenShare, reader: Reader): Promise<CommentsView | undefined>;
  /** `access_denied` where comments are switched off and it is not the owner who reads. */
  page(share: OpenShare, reader: Reader, page: number, draft?: Draft): Promise<CommentsView>;
  single(share: OpenShare, reader: Reader, id: string): Promise<CommentsView>;
}

export function createFeedbackViews(deps: PublicDeps, pathOf: (share: OpenShare) => string): FeedbackViews {
  const { database, accounts, feedback, random } = deps;
  const { service, authors } = feedback;

  const secretsOf = (share: OpenShare, { signedIn, author }: Reader): FormSecrets => ({
    visitor: signedIn === undefined && author === undefined ? authors.newToken(share) : undefined,
    xsrf: signedIn?.xsrfToken,
  });

  const viewOf = async (
    share: OpenShare,
    reader: Reader,
    comments: readonly Comment[],
    draft?: Draft,
  ): Promise<CommentsView> => {
    const userId = reader.signedIn?.caller.userId;
    const account = userId === undefined ? undefined : await accounts.findUser(database.reader, userId);
    return {
      comments,
      count: share.commentCount,
      isOwner: userId === share.ownerId,
      isOpen: share.commentsEnabled,
      writesAs: account?.name == null ? undefined : withoutTurns(account.name),
      onceKey: random.token(16),
      draft,
      secrets: secretsOf(share, reader),
      path: pathOf(share),
    };
  };

  const read = async (share: OpenShare, reader: Reader, page: { readonly page: number; readonly limit: number }) =>
    (await service.list(share, reader.author, page)).comments;

  return {
    readerOf: async (context, share) => {
      const signedIn = await accounts.browserSessions.find(context);
      return { signedIn, author: authors.find(context, share, signedIn?.caller) };
    },
    likes: async (share, reader) =>
      share.likesEnabled
        ? {
            count: share.likeCount,
            likedByMe: await service.isLikedBy(share, reader.author),
            secrets: secretsOf(share, reader),
            path: pathOf(share),
          }
        : undefined,
    glimpse: async (share, reader) =>
      share.commentsEnabled
        ? viewOf(share, reader, await read(share, reader, { page: 1, limit: glimpsed }))
        : undefined,
    page: async (share, reader, page, draft) =>
      viewOf(share, reader, await read(share, reader, { page, limit: commentsAtOnce }), draft),
    single: async (share, reader, id) => viewOf(share, reader, [await service.get(share, reader.author, id)]),
  };
}
