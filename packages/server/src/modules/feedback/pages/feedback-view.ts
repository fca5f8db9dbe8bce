import type { Comment } from '@drive/contract';

/** What goes along with every form of a page, unseen. */
export interface FormSecrets {
  /** Whom it was made out for, where that is a stranger who has no cookie yet. */
  readonly visitor: string | undefined;
  /** Of who is signed in. */
  readonly xsrf: string | undefined;
}

export interface LikesView {
  readonly count: number;
  readonly likedByMe: boolean;
  readonly secrets: FormSecrets;
  /** Where its forms post to, without a slash at the end. */
  readonly path: string;
}

/** What was typed before and is shown again, with what is wrong with it. */
export interface Draft {
  readonly body: string;
  readonly authorName: string;
  readonly problem: string;
}

export interface CommentsView {
  readonly comments: readonly Comment[];
  readonly count: number;
  /** May delete every comment, and reads them also where they are switched off. */
  readonly isOwner: boolean;
  /** Takes new ones. */
  readonly isOpen: boolean;
  /** Whoever writes is called so; undefined: is asked for a name. */
  readonly writesAs: string | undefined;
  /** What a form sent twice is known by. */
  readonly onceKey: string;
  readonly draft: Draft | undefined;
  readonly secrets: FormSecrets;
  /** Where its forms post to and its own page is, without a slash at the end. */
  readonly path: string;
}
