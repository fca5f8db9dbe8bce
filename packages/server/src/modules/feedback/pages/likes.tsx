import type { FormSecrets, LikesView } from './feedback-view.ts';

export function Secrets({ secrets: { visitor, xsrf } }: { secrets: FormSecrets }) {
  return (
    <>
      {visitor !== undefined && <input type="hidden" name="visitor" value={visitor} />}
      {xsrf !== undefined && <input type="hidden" name="xsrf" value={xsrf} />}
    </>
  );
}

/** A button that says how many like it; pressed, it takes the like back. */
export function LikeButton({ likes, full = false }: { likes: LikesView; full?: boolean }) {
  const { count, likedByMe, secrets, path } = likes;
  return (
    <form method="post" action={`${path}/${likedByMe ? 'unlike' : 'like'}`}>
      <Secrets secrets={secrets} />
      <button class={`button plain slim${full ? ' full' : ''}`} type="submit" aria-pressed={String(likedByMe)}>
        <span aria-hidden="true">{likedByMe ? '♥' : '♡'}&nbsp;</span>
        {likedByMe ? 'Liked' : 'Like'}
        {count > 0 && ` · ${count.toLocaleString('en')}`}
      </button>
    </form>
  );
}
