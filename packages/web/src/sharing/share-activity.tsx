import { withoutTurns } from '@drive/contract/text-direction';
import type { ListedShare } from '@drive/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import CircleAlert from 'virtual:lucide/circle-alert';
import Trash from 'virtual:lucide/trash';
import { client } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { usePages } from '../api/pages.ts';
import { queryClient } from '../api/query-client.ts';
import { sharesKey } from '../api/shares.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { FormError } from '../ui/choice-fields.tsx';
import { notify } from '../ui/notices.ts';
import { shownName } from '../ui/shown-name.ts';
import { ShareDownloads } from './share-downloads.tsx';

/** The use of a link: counts, downloads, tried passwords and comments. */
export default function ShareActivity({ share }: { readonly share: ListedShare }) {
  const messages = useMessages();
  const formats = useFormats();
  const { share: texts } = useMessages().sharing;
  const { shareToken: token, viewCount, downloadCount, likeCount, commentCount } = share;
  const audit = useQuery({
    queryKey: [...sharesKey, 'one', token, 'attempts'],
    queryFn: ({ signal }) => client.shares.unlockEvents({ token }, { signal }).then((answer) => answer),
  });
  const facts = [
    texts.views({ count: viewCount }),
    texts.downloads({ count: downloadCount }),
    ...(share.likesEnabled || likeCount > 0 ? [texts.likeCount({ count: likeCount })] : []),
    ...(share.commentsEnabled || commentCount > 0 ? [texts.commentCount({ count: commentCount })] : []),
  ];
  return (
    <div className="space-y-5">
      <ul className="grid grid-cols-2 gap-3">
        {facts.map((fact) => (
          <li key={fact} className="rounded-xl border border-line bg-page px-4 py-3 text-body font-semibold">
            {fact}
          </li>
        ))}
      </ul>
      <ShareDownloads share={share} />
      <section aria-label={texts.attempts}>
        <h3 className="text-body font-semibold">{texts.attempts}</h3>
        {audit.isError && <FormError message={errorText(audit.error, messages, formats)} />}
        {audit.data?.bruteForceAlert === true && (
          <p role="alert" className="mt-2 flex gap-2 rounded-lg bg-bad-page p-3 text-sm font-medium text-bad">
            <CircleAlert size={18} aria-hidden className="shrink-0" />
            {texts.bruteForce}
          </p>
        )}
        {audit.data !== undefined && (
          <p className="mt-1 text-sm text-muted">
            {audit.data.recentEvents.length > 0
              ? texts.failed24({ count: audit.data.failedLast24h })
              : share.passwordProtected
                ? texts.noAttempts
                : texts.attemptsHint}
          </p>
        )}
        <ul className="mt-1 divide-y divide-line">
          {audit.data?.recentEvents.map(({ createdAt, result }, index) => (
            <li key={`${createdAt} ${index}`} className="flex flex-wrap justify-between gap-x-4 py-2 text-sm">
              <span className={result === 'success' ? 'text-good' : 'text-bad'}>{texts.attemptResults[result]}</span>
              <time dateTime={createdAt} className="text-muted">
                {formats.moment(createdAt)}
              </time>
            </li>
          ))}
        </ul>
      </section>
      {commentCount > 0 && <Comments token={token} />}
    </div>
  );
}

/** Comments of visitors; the owner can delete each. */
function Comments({ token }: { readonly token: string }) {
  const messages = useMessages();
  const formats = useFormats();
  const { share: texts } = useMessages().sharing;
  const comments = usePages({
    queryKey: [...sharesKey, 'one', token, 'comments'],
    load: (cursor, signal) => client.shares.listComments(token, { limit: 50, ...cursor }, { signal }),
  });
  const remove = useMutation({
    mutationFn: (id: string) => client.shares.deleteComment(token, id).then(() => {}),
    onError: (error) => notify({ kind: 'bad', text: errorText(error, messages, formats) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [...sharesKey, 'one', token] }),
  });
  return (
    <section aria-label={texts.commentsTitle}>
      <h3 className="text-body font-semibold">{texts.commentsTitle}</h3>
      <ul className="divide-y divide-line">
        {comments.data?.entries.map(({ id, authorName, body, createdAt }) => (
          <li key={id} className="flex items-start gap-2 py-2">
            <div className="min-w-0 flex-1 text-sm">
              <p className="text-muted">
                <span className="font-semibold text-text">
                  {authorName === null ? texts.anonymous : shownName(authorName)}
                </span>{' '}
                · {formats.moment(createdAt)}
              </p>
              <p className="mt-0.5 whitespace-pre-wrap wrap-anywhere">{withoutTurns(body)}</p>
            </div>
            <IconButton
              type="button"
              label={texts.deleteComment}
              icon={<Trash size={18} />}
              onClick={() => remove.mutate(id)}
            />
          </li>
        ))}
      </ul>
      {comments.hasMore && (
        <Button type="button" disabled={comments.isLoadingMore} onClick={comments.more}>
          {texts.more}
        </Button>
      )}
    </section>
  );
}
