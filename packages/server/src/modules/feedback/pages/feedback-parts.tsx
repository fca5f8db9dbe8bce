import { limits, withoutTurns, type Comment } from '@drive/contract';
import {
  formatNumber,
  GuestNameField,
  Moment,
  Notice,
  Pager,
  type PagerProps,
  shortText,
  styleOf,
  t,
  translateMessage,
} from '@drive/pages';

/** Hidden fields of every form. */
export interface FormSecrets {
  /** Token of a new visitor who has no cookie yet. */
  readonly visitor: string | undefined;
  /** XSRF token of the session of a signed-in user. */
  readonly xsrf: string | undefined;
}

export interface LikesView {
  readonly count: number;
  readonly likedByMe: boolean;
  readonly secrets: FormSecrets;
  /** Path of the share, without a trailing slash. */
  readonly path: string;
}

export interface Draft {
  readonly body: string;
  readonly authorName: string;
  readonly problem: string;
}

export interface CommentsView {
  readonly comments: readonly Comment[];
  readonly count: number;
  /** Owners may delete every comment, and read them even if comments are turned off. */
  readonly isOwner: boolean;
  readonly isOpen: boolean;
  /** Name of the user; undefined if the form asks for one. */
  readonly writesAs: string | undefined;
  /** Identifies a form that is sent twice. */
  readonly onceKey: string;
  readonly draft: Draft | undefined;
  readonly secrets: FormSecrets;
  readonly path: string;
}

export const feedbackCss = styleOf(`
.talk h2{margin:0}
.talk>header{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1rem;margin:0 0 1rem}
.talk>.actions{margin-top:1rem}
.say{margin:0 0 .25rem}
.comments{list-style:none;margin:1.25rem 0 0;padding:0}
.comments li{overflow:clip;padding:.875rem 0;border-top:1px solid var(--line)}
.comments li:last-child{padding-bottom:0}
.comments header{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .5rem;margin:0 0 .25rem}
.comments strong{font-weight:650;overflow-wrap:anywhere}
.comments time{font-size:.875rem;color:var(--muted)}
.comments p{margin:0 0 .5rem;white-space:pre-line;unicode-bidi:plaintext;text-align:start}
.comments p:last-child{margin:0}
.comments .after{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1rem;font-size:.875rem}
.comments .after a{padding:.25rem 0}
.badge{padding:0 .4375rem;font-size:.75rem;font-weight:650;line-height:1.5;color:var(--accent);border:1px solid currentColor;border-radius:99px}
.quiet{min-height:1.75rem;padding:.125rem .25rem;margin:0 -.25rem;font:inherit;color:var(--muted);background:none;border:0;border-radius:4px;text-decoration:underline;text-underline-offset:.15em;cursor:pointer}
.quiet:hover{color:var(--bad)}
`);

/** Maximum bytes of markup per listed comment, which keeps pages small. */
const listedBytes = 640;
const glimpsedBytes = 280;

const countOfComments = (count: number): string => t('{count} comments', { count });

/** Below a shared file: likes, the newest comments and the form. */
export function Talk({ likes, talk }: { likes: LikesView | undefined; talk: CommentsView | undefined }) {
  if (talk === undefined && likes === undefined) return <></>;
  return (
    <section class="card talk" id="talk" aria-label={t(talk === undefined ? 'Likes' : 'Comments')}>
      <header>
        {talk === undefined ? <span class="muted">{t('Do you like it?')}</span> : <h2>{headingOf(talk)}</h2>}
        {likes !== undefined && <LikeButton likes={likes} />}
      </header>
      {talk !== undefined && (
        <>
          <CommentForm talk={talk} />
          <CommentList talk={talk} most={glimpsedBytes} />
          {talk.count > talk.comments.length && (
            <p class="actions">
              <a class="button plain" href={`${talk.path}/comments`}>
                {t('All {count} comments', { count: talk.count })}
              </a>
            </p>
          )}
        </>
      )}
    </section>
  );
}

/** Below a listing: the like button and a link to the comments. */
export function TalkBar(props: {
  likes: LikesView | undefined;
  /** undefined if comments are turned off. */
  commentCount: number | undefined;
  path: string;
}) {
  const { likes, commentCount, path } = props;
  if (likes === undefined && commentCount === undefined) return <></>;
  return (
    <section class="card" id="talk" aria-label={t('Likes and comments')}>
      <div class="actions">
        {likes !== undefined && <LikeButton likes={likes} full />}
        {commentCount !== undefined && (
          <a class="button plain slim" href={`${path}/comments`}>
            {commentCount === 0 ? t('Comment') : countOfComments(commentCount)}
          </a>
        )}
      </div>
    </section>
  );
}

const headingOf = ({ count }: CommentsView): string =>
  count === 0 ? t('Comments') : t('Comments ({n})', { n: count });

export function CommentsPage(props: { name: string; talk: CommentsView; pager: PagerProps }) {
  const { name, talk, pager } = props;
  return (
    <section class="card talk">
      <Back name={name} path={talk.path} />
      <h1>{headingOf(talk)}</h1>
      {pager.page === 1 && <CommentForm talk={talk} />}
      {talk.comments.length === 0 && (
        <p class="muted empty">{t(talk.count === 0 ? 'No comments yet.' : 'There is nothing on this page.')}</p>
      )}
      <CommentList talk={talk} most={listedBytes} />
      <Pager {...pager} />
    </section>
  );
}

export function CommentPage({ name, talk }: { name: string; talk: CommentsView }) {
  return (
    <section class="card talk">
      <Back name={name} path={talk.path} />
      <h1>{t('Comment')}</h1>
      <CommentList talk={talk} most={Infinity} />
      <p class="actions">
        <a class="button plain" href={`${talk.path}/comments`}>
          {t('All comments')}
        </a>
      </p>
    </section>
  );
}

const Back = ({ name, path }: { name: string; path: string }) => (
  <nav class="trail" aria-label={t('Back')}>
    <a href={`${path}?from=comments`} dir="auto">
      {name}
    </a>
  </nav>
);

function CommentForm({ talk }: { talk: CommentsView }) {
  if (!talk.isOpen) return <p class="muted">{t('Comments are turned off. Only you can see the earlier ones.')}</p>;
  const { draft, writesAs, secrets, onceKey, path } = talk;
  return (
    <form class="say" method="post" action={`${path}/comments`}>
      {draft !== undefined && <Notice kind="bad">{translateMessage(draft.problem)}</Notice>}
      <Secrets secrets={secrets} />
      <input type="hidden" name="once" value={onceKey} />
      <div class="field">
        <label for="body">{t('Your comment')}</label>
        <textarea id="body" name="body" rows={3} maxlength={limits.commentCharacters} required>
          {draft?.body ?? ''}
        </textarea>
      </div>
      {writesAs === undefined && <GuestNameField name="authorName" value={draft?.authorName} />}
      <button class="button plain full" type="submit">
        {writesAs === undefined ? t('Comment') : <span>{t('Comment as {name}', { name: writesAs })}</span>}
      </button>
    </form>
  );
}

function CommentList({ talk, most }: { talk: CommentsView; most: number }) {
  if (talk.comments.length === 0) return <></>;
  return (
    <ol class="comments" aria-label={t('Comments')}>
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
          <bdi>{authorName === null ? t('Somebody') : withoutTurns(authorName)}</bdi>
        </strong>
        {byOwner && <span class="badge">{t('Owner')}</span>} <Moment at={Date.parse(createdAt)} />
      </header>
      <p>{shown}</p>
      {(shown !== body || canDelete) && (
        <div class="after">
          {shown !== body && <a href={`${path}?comment=${id}`}>{t('Read on')}</a>}
          {canDelete && (
            <form method="post" action={`${path}/${id}/delete`}>
              <Secrets secrets={talk.secrets} />
              <button class="quiet" type="submit">
                {t('Delete')}
              </button>
            </form>
          )}
        </div>
      )}
    </li>
  );
}

function Secrets({ secrets: { visitor, xsrf } }: { secrets: FormSecrets }) {
  return (
    <>
      {visitor !== undefined && <input type="hidden" name="visitor" value={visitor} />}
      {xsrf !== undefined && <input type="hidden" name="xsrf" value={xsrf} />}
    </>
  );
}

/** Shows the number of likes; adds or removes the visitor's like. */
function LikeButton({ likes, full = false }: { likes: LikesView; full?: boolean }) {
  const { count, likedByMe, secrets, path } = likes;
  return (
    <form method="post" action={`${path}/${likedByMe ? 'unlike' : 'like'}`}>
      <Secrets secrets={secrets} />
      <button class={`button plain slim${full ? ' full' : ''}`} type="submit" aria-pressed={String(likedByMe)}>
        <Heart isFilled={likedByMe} />
        &nbsp;
        {t(likedByMe ? 'Liked' : 'Like')}
        {count > 0 && ` · ${formatNumber(count)}`}
      </button>
    </form>
  );
}

const Heart = ({ isFilled }: { isFilled: boolean }) => (
  <svg width="18" viewBox="0 0 24 24" aria-hidden="true" stroke="currentColor" stroke-width="1.75">
    <path
      fill={isFilled ? 'currentColor' : 'none'}
      d="M12 20l-7.5-7.4a4.9 4.9 0 0 1 7-6.9l.5.5.5-.5a4.9 4.9 0 0 1 7 6.9z"
    />
  </svg>
);
