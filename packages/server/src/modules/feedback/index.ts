/**
 * Likes and comments of shares. Writes share_comments and share_likes. The counts are columns of the share, which
 * modules/shares writes in the same transaction.
 *
 * Invariants: an author likes a share at most once; nothing reveals the network or the email address of an author.
 */
export type { Author } from './authors.ts';
export { createFeedback, type FeedbackModule } from './create-feedback.ts';
export type { FeedbackCounts, FeedbackShares } from './commented-share.ts';
export {
  CommentPage,
  CommentsPage,
  feedbackCss,
  Talk,
  TalkBar,
  type CommentsView,
  type Draft,
  type FormSecrets,
  type LikesView,
} from './pages/feedback-parts.tsx';
