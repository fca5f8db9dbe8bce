import { limits, withoutTurns, type Comment } from '@drive/contract';
import { shortText } from '../../../pages/displayed-name.ts';
import { Field, Notice } from '../../../pages/form.tsx';
import { Moment } from '../../../pages/page-head.tsx';
import { Pager, type PagerProps } from '../../../pages/pager.tsx';
import type { CommentsView, LikesView } from './feedback-view.ts';
import { LikeButton, Secrets } from './likes.tsx';

/** Bytes of markup that a comment takes where there are others: a page stays small whatever people write. */
const listedBytes = 640;
const glimpsedBytes = 280;

const countOfComments = (count: number): string =>
  count === 1 ? '1 comment' : `${count.toLocaleString('en')} comments`;

/** Below what is shared: the newest comments and where to write one; the others are on a page of their own. */
export function Talk({ likes, talk }: { likes: LikesView | undefined; talk: CommentsView | undefined }) {
  if (talk === undefined && likes === undefined) return <></>;
  return (
    <section class="card talk" id="talk" aria-label={talk === undefined ? 'Likes' : 'Comments'}>
      <header>
        {talk === undefined ? <span class="muted">Do you like it?</span> : <h2>{headingOf(talk)}</h2>}
        {likes !== undefined && <LikeButton likes={likes} />}
      </header>
      {talk !== undefined && (
        <>
          <CommentForm talk={talk} />
          <CommentList talk={talk} most={glimpsedBytes} />
          {talk.count > talk.comments.length && (
            <p class="actions">
              <a class="button plain" href={`${talk.path}/comments`}>
                All {countOfComments(talk.count)}
              </a>
            </p>
          )}
        </>
      )}
    </section>
  );
}

/** The same below a list, which takes much room itself: in few words, and the comments are a step away. */
export function TalkBar(props: {
  likes: LikesView | undefined;
  /** undefined: comments are switched off. */
  commentCount: number | undefined;
  path: string;
}) {
  const { likes, commentCount, path } = props;
  if (likes === undefined && commentCount === undefined) return <></>;
  return (
    <section class="card" id="talk" aria-label="Likes and comments">
      <div class="actions">
        {likes !== undefined && <LikeButton likes={likes} full />}
        {commentCount !== undefined && (
          <a class="button plain slim" href={`${path}/comments`}>
            {commentCount === 0 ? 'Comment' : countOfComments(commentCount)}
          </a>
        )}
      </div>
    </section>
  );
}

const headingOf = ({ count }: CommentsView): string =>
  count === 0 ? 'Comments' : `Comments (${count.toLocaleString('en')})`;

/** The page of all comments, a few at a time. */
export function CommentsPage(props: { name: string; talk: CommentsView; pager: PagerProps }) {
  const { name, talk, pager } = props;
  return (
    <section class="card talk">
      <Back name={name} path={talk.path} />
      <h1>{headingOf(talk)}</h1>
      {pager.page === 1 && <CommentForm talk={talk} />}
      {talk.comments.length === 0 && (
        <p class="muted empty">
          {talk.count === 0 ? 'Nobody has said anything yet.' : 'There is nothing on this page.'}
        </p>
      )}
      <CommentList talk={talk} most={listedBytes} />
      <Pager {...pager} />
    </section>
  );
}

/** One comment in full. */
export function CommentPage({ name, talk }: { name: string; talk: CommentsView }) {
  return (
    <section class="card talk">
      <Back name={name} path={talk.path} />
      <h1>Comment</h1>
      <CommentList talk={talk} most={Infinity} />
      <p class="actions">
        <a class="button plain" href={`${talk.path}/comments`}>
          All comments
        </a>
      </p>
    </section>
  );
}

const Back = ({ name, path }: { name: string; path: string }) => (
  <nav class="trail" aria-label="Back">
    <a href={`${path}?from=comments`} dir="auto">
      {name}
    </a>
  </nav>
);

function CommentForm({ talk }: { talk: CommentsView }) {
  if (!talk.isOpen) return <p class="muted">Comments are switched off: you see what was said, and nobody else does.</p>;
  const { draft, writesAs, secrets, onceKey, path } = talk;
  return (
    <form class="say" method="post" action={`${path}/comments`}>
      {draft !== undefined && <Notice kind="bad">{draft.problem}</Notice>}
      <Secrets secrets={secrets} />
      <input type="hidden" name="once" value={onceKey} />
      <div class="field">
        <label for="body">Your comment</label>
        <textarea id="body" name="body" rows={3} maxlength={limits.commentCharacters} required>
          {draft?.body ?? ''}
        </textarea>
      </div>
      {writesAs === undefined && (
        <Field
          name="authorName"
          label="Your name (if you like)"
          autocomplete="name"
          required={false}
          maxlength={limits.guestNameCharacters}
          value={draft?.authorName}
        />
      )}
      <button class="button plain full" type="submit">
        {writesAs === undefined ? 'Comment' : <span>Comment as {writesAs}</span>}
      </button>
    </form>
  );
}

function CommentList({ talk, most }: { talk: CommentsView; most: number }) {
  if (talk.comments.length === 0) return <></>;
  return (
    <ol class="comments" aria-label="Comments">
      {talk.comments.map((comment) => (
        <Entry comment={comment} talk={talk} most={most} />
      ))}
    </ol>
  );
}

function Entry({ comment, talk, most }: { comment: Comment; talk: CommentsView; most: number }) {
  const { id, authorName, byOwner, byMe, createdAt } = comment;
  const body = withoutTurns(comment.body);
  const shown = shortText(body, most);
  const path = `${talk.path}/comments`;
  const canDelete = byMe || talk.isOwner;
  return (
    <li>
      <header>
        <strong>
          <bdi>{authorName === null ? 'Somebody' : withoutTurns(authorName)}</bdi>
        </strong>
        {byOwner && <span class="badge">Owner</span>} <Moment at={Date.parse(createdAt)} />
      </header>
      <p>{shown}</p>
      {(shown !== body || canDelete) && (
        <div class="after">
          {shown !== body && <a href={`${path}?comment=${id}`}>Read on</a>}
          {canDelete && (
            <form method="post" action={`${path}/${id}/delete`}>
              <Secrets secrets={talk.secrets} />
              <button class="quiet" type="submit">
                Delete
              </button>
            </form>
          )}
        </div>
      )}
    </li>
  );
}
