import { errorStatus, limits, NewReport, reportReasons, type ReportReason } from '@drive/contract';
import {
  cardPage,
  GuestEmailField,
  Notice,
  PostForm,
  selectCss,
  shortName,
  styleOf,
  SubmitButton,
  t,
  type Text,
  translateMessage,
} from '@drive/pages';
import type { Context } from 'hono';
import { DomainError, isDomainError } from '../../../platform/errors.ts';
import { pageQuery, pageText, readForm, type PageRouter } from '../../../platform/http/index.ts';
import type { OpenShare } from '../open-share.ts';
import type { PublicShares } from '../visitor/public-shares.ts';
import type { OpenSharePage } from './feedback-pages.tsx';
import type { Place } from './listing-place.ts';
import type { ShareViews } from './share-views.ts';

interface ReportPagesDeps {
  readonly opened: OpenSharePage;
  readonly publicShares: PublicShares;
  readonly views: ShareViews;
  readonly basePath: string;
  readonly pathOf: (share: OpenShare, rest?: string) => string;
  readonly placeOf: (context: Context) => Place;
}

interface Typed {
  readonly reason: string;
  readonly file: string;
  readonly message: string;
  readonly email: string;
}

const reasonTexts: Readonly<Record<ReportReason, Text>> = {
  malware: 'Malware or phishing',
  copyright: 'Infringed copyright',
  illegal: 'Illegal content',
  privacy: 'Private data',
  other: 'Something else',
};

const reportCss = styleOf(selectCss);

/** Link to the form, below what is shared. */
export const ReportLink = ({ path }: { path: string }) => (
  <p class="below">
    <a href={path} rel="nofollow">
      {t('Report a problem')}
    </a>
  </p>
);

const reportQuery = pageQuery({ sent: pageText(limits.codeCharacters) });

/** The form with which a visitor reports a share to the administrators. Works without scripts. */
export function mountReportPages(router: PageRouter, deps: ReportPagesDeps): void {
  const { opened, publicShares, views, basePath, pathOf, placeOf } = deps;

  const show = async (context: Context, share: OpenShare, problem?: DomainError, typed?: Typed): Promise<Response> => {
    if (problem?.retryAfterSeconds !== undefined) context.header('Retry-After', String(problem.retryAfterSeconds));
    const isSent = problem === undefined && reportQuery.of(context).sent !== undefined;
    const files = share.kind === 'file' ? [] : (await views.listing(share, placeOf(context))).entries;
    return cardPage(
      context,
      {
        title: t('Report a problem'),
        basePath,
        style: reportCss,
        status: problem === undefined ? 200 : errorStatus[problem.code],
      },
      isSent ? (
        <Notice kind="good">{t('Thank you. The administrators of this server will look at it.')}</Notice>
      ) : (
        <>
          <p class="muted">
            {t('Tell the administrators of this server what is wrong with “{name}”. The owner is not told.', {
              name: shortName(share.name),
            })}
          </p>
          {problem !== undefined && <Notice kind="bad">{translateMessage(problem.message)}</Notice>}
          <PostForm action={pathOf(share, `/report${new URL(context.req.url).search}`)}>
            <ReasonField chosen={typed?.reason} />
            {files.some(({ id }) => id !== undefined) && (
              <div class="field">
                <label for="file">{t('What is it about?')}</label>
                <select id="file" name="file">
                  <option value="">{t('Everything at this link')}</option>
                  {files.map(
                    ({ id, name }) =>
                      id !== undefined && (
                        <option value={id} selected={id === typed?.file}>
                          {name}
                        </option>
                      ),
                  )}
                </select>
              </div>
            )}
            <div class="field">
              <label for="message">{t('What should they know? (optional)')}</label>
              <textarea id="message" name="message" rows={4} maxlength={limits.reportCharacters}>
                {typed?.message ?? ''}
              </textarea>
            </div>
            <GuestEmailField name="email" value={typed?.email} />
            <SubmitButton>{t('Send the report')}</SubmitButton>
          </PostForm>
        </>
      ),
      <a href={pathOf(share)}>{t('Back to the shared items')}</a>,
    );
  };

  router.page('GET', '/share/{token}/report', (context) => opened(context, (share) => show(context, share)));

  router.page('POST', '/share/{token}/report', async (context) => {
    const fields = await readForm(context);
    const typed = {
      reason: fields('reason'),
      file: fields('file'),
      message: fields('message'),
      email: fields('email'),
    };
    return opened(context, async (share, visitor) => {
      try {
        await publicShares.report(share, visitor, reportOf(typed));
        return context.redirect(pathOf(share, '/report?sent=1'), 303);
      } catch (error) {
        if (!isDomainError(error, 'validation_failed') && !isDomainError(error, 'too_many_requests')) throw error;
        return show(context, share, error, typed);
      }
    });
  });
}

function ReasonField({ chosen }: { chosen: string | undefined }) {
  return (
    <div class="field">
      <label for="reason">{t('What is wrong?')}</label>
      <select id="reason" name="reason" required>
        <option value="">{t('Choose a reason')}</option>
        {reportReasons.map((reason) => (
          <option value={reason} selected={reason === chosen}>
            {t(reasonTexts[reason])}
          </option>
        ))}
      </select>
    </div>
  );
}

function reportOf({ reason, file, message, email }: Typed): NewReport {
  const given = Object.entries({ fileId: file, message, email }).filter(([, value]) => value.trim() !== '');
  const report = NewReport.safeParse({ reason, ...Object.fromEntries(given) });
  if (report.success) return report.data;
  switch (report.error.issues[0]?.path[0]) {
    case 'email':
      throw new DomainError('validation_failed', 'This is not an email address.');
    case 'message':
      throw new DomainError('validation_failed', `The text may have at most ${limits.reportCharacters} characters.`);
    default:
      throw new DomainError('validation_failed', 'Choose a reason.');
  }
}
