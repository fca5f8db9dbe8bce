/**
 * Likes and comments of shares. Writes share_comments and share_likes.
 *
 * Who is who: `feedback.ts` is what is done, `authors.ts` says who does it, with `visitor-tokens.ts` for who has no account;
 * `sweep.ts` takes away what is left of shares that have ended; `routes.ts` mounts the JSON, behind the door that
 * modules/public gives it; `pages/` is what the page of a share shows; `store.ts` speaks to the tables. The counts stand
 * with the share, which is theirs who write it; `kept-counts.ts` says what they have to be.
 *
 * What always holds: one like of a share by each author; a count is changed with what it counts; nothing tells where
 * anybody comes from or what their address is.
 */
import type { BaseUrl } from '../../platform/base-url.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { createAuthors, type Authors } from './authors.ts';
import { createFeedbackService, type Feedback, type FeedbackDeps } from './feedback.ts';
import { mountFeedback, type ShareDoor } from './routes.ts';
import { sweepEnded } from './sweep.ts';
import { createVisitorTokens } from './visitor-tokens.ts';

export type { Author, Authors } from './authors.ts';
export type { Feedback } from './feedback.ts';
export { feedbackCounts } from './kept-counts.ts';
export type { ShareDoor } from './routes.ts';
export { CommentPage, CommentsPage, Talk, TalkBar } from './pages/comments.tsx';
export { feedbackCss } from './pages/feedback-css.ts';
export type { CommentsView, Draft, FormSecrets, LikesView } from './pages/feedback-view.ts';

export interface FeedbackModule {
  readonly service: Feedback;
  readonly authors: Authors;
  /** `door` is where the rules for strangers are. */
  routes(router: Router, door: ShareDoor): void;
}

export function createFeedback(
  deps: FeedbackDeps & {
    readonly baseUrl: BaseUrl;
    readonly database: Database;
    readonly secrets: Secrets;
    readonly jobs: Jobs;
    readonly config: {
      /** Without a slash at the end. */
      readonly baseUrl: string;
      readonly sweepMs: number;
    };
  },
): FeedbackModule {
  const authors = createAuthors(createVisitorTokens(deps));
  const service = createFeedbackService(deps);
  sweepEnded({ ...deps, sweepMs: deps.config.sweepMs });
  return {
    service,
    authors,
    routes: (router, door) => mountFeedback(router, { ...deps, feedback: service, authors }, door),
  };
}
