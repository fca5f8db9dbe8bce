import { errorStatus, limits, NewComment } from '@drive/contract';
import { pageNumber, pageResponse, shortName, t } from '@drive/pages';
import type { Context } from 'hono';
import type { Caller } from '../../../platform/access/index.ts';
import { DomainError, isDomainError } from '../../../platform/errors.ts';
import { type FormFields, pageQuery, pageText, readForm, type PageRouter } from '../../../platform/http/index.ts';
import { CommentPage, CommentsPage, feedbackCss, type Author, type Draft } from '../../feedback/index.ts';
import type { OpenShare } from '../open-share.ts';
import type { PublicSharesDeps } from '../visitor/public-shares.ts';
import type { Visitor } from '../visitor/visitors.ts';
import { COMMENTS_PER_PAGE, type FeedbackViews } from './feedback-views.ts';
import { formKeyOf } from './share-requests.ts';

/** Shows a page of an open share; in its place the form of its password, or why it can't be opened. */
export type OpenSharePage = (
  context: Context,
  show: (share: OpenShare, visitor: Visitor) => Promise<Response>,
) => Promise<Response>;

interface FeedbackPagesDeps {
  readonly opened: OpenSharePage;
  readonly views: FeedbackViews;
  readonly pathOf: (share: OpenShare, rest?: string) => string;
}

interface PostedForm {
  readonly fields: FormFields;
  readonly caller: Caller | undefined;
}

const formErrors = new Set(['validation_failed', 'too_many_requests', 'idempotency_conflict']);

const commentsQuery = pageQuery({ page: pageText(limits.codeCharacters), comment: pageText(limits.codeCharacters) });

export function mountFeedbackPages(
  router: PageRouter,
  { accounts, feedback, baseUrl }: PublicSharesDeps,
  { opened, views, pathOf }: FeedbackPagesDeps,
): void {
  const { service, authors } = feedback;
  const basePath = baseUrl.path;

  const showAll = async (context: Context, share: OpenShare, problem?: DomainError, draft?: Omit<Draft, 'problem'>) => {
    const visitor = await views.visitorOf(context, share);
    const page = problem === undefined ? pageNumber(commentsQuery.of(context).page) : 1;
    const shown = draft && problem && { ...draft, problem: problem.message };
    const talk = await views.page(share, visitor, page, shown);
    if (problem?.retryAfterSeconds !== undefined) context.header('Retry-After', String(problem.retryAfterSeconds));
    const name = shortName(share.name);
    const totalPages = Math.ceil(talk.count / COMMENTS_PER_PAGE);
    return pageResponse(
      context,
      {
        title: t('Comments on {name}', { name }),
        basePath,
        wide: true,
        style: feedbackCss,
        status: problem === undefined ? 200 : errorStatus[problem.code],
      },
      <CommentsPage
        name={name}
        talk={talk}
        pager={{ page, totalPages, pathOfPage: (to) => pathOf(share, `/comments?page=${to}`) }}
      />,
    );
  };

  router.page('GET', '/share/{token}/comments', (context) =>
    opened(context, async (share) => {
      const id = commentsQuery.of(context).comment;
      if (id === undefined) return showAll(context, share);
      const talk = await views.single(share, await views.visitorOf(context, share), idOf(id));
      const name = shortName(share.name);
      const shape = { title: t('Comment on {name}', { name }), basePath, wide: true, style: feedbackCss };
      return pageResponse(context, shape, <CommentPage name={name} talk={talk} />);
    }),
  );

  /** Handles the form of a user or of a visitor without an account. */
  const posted = (
    path: `/${string}`,
    act: (context: Context, share: OpenShare, form: PostedForm) => Promise<Response>,
  ): void =>
    router.page('POST', path, async (context) => {
      const form = await accounts.browserSessions.readForm(context);
      const fields = form?.fields ?? (await readForm(context));
      return opened(context, (share) => act(context, share, { fields, caller: form?.visitor.caller }));
    });
  const writerOf = (context: Context, share: OpenShare, { fields, caller }: PostedForm): Author =>
    authors.ensure(context, share, caller, { token: fields('visitor') });
  const back = (context: Context, share: OpenShare, rest: string): Response =>
    context.redirect(pathOf(share, rest), 303);

  posted('/share/{token}/like', async (context, share, form) => {
    await service.like(share, writerOf(context, share, form));
    return back(context, share, '?from=like#talk');
  });

  posted('/share/{token}/unlike', async (context, share, { caller }) => {
    await service.unlike(share, authors.find(context, share, caller));
    return back(context, share, '?from=like#talk');
  });

  posted('/share/{token}/comments', async (context, share, form) => {
    const { fields } = form;
    const draft = { body: fields('body'), authorName: fields('authorName') };
    try {
      const author = writerOf(context, share, form);
      await service.comment(share, author, { ...commentOf(draft), onceKey: formKeyOf(fields) });
      return back(context, share, '/comments');
    } catch (error) {
      if (!isDomainError(error) || !formErrors.has(error.code)) throw error;
      return showAll(context, share, error, draft);
    }
  });

  posted('/share/{token}/comments/{id}/delete', async (context, share, { caller }) => {
    await service.remove(share, authors.find(context, share, caller), idOf(context.req.param('id') ?? ''));
    return back(context, share, '/comments');
  });
}

/** Text that cannot be an id becomes one that nothing has, because a database may refuse the text. */
const idOf = (text: string): string => (/^[\w-]{1,64}$/.test(text) ? text.toLowerCase() : 'none');

function commentOf({ body, authorName }: Omit<Draft, 'problem'>): NewComment {
  const comment = NewComment.safeParse({ body, ...(authorName.trim() === '' ? {} : { authorName }) });
  if (comment.success) return comment.data;
  const [issue] = comment.error.issues;
  const what = issue?.path[0] === 'authorName' ? 'Your name' : 'The comment';
  throw new DomainError('validation_failed', `${what} ${issue?.message ?? 'is not valid'}.`);
}
