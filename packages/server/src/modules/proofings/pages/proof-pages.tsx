import { errorStatus, NewSubmission } from '@drive/contract';
import type { Context } from 'hono';
import { lockedPage, refusalPage } from '../../../pages/refusal-pages.tsx';
import { shortName } from '../../../pages/displayed-name.ts';
import { galleryCss } from './gallery-css.ts';
import { pageResponse } from '../../../pages/layout.tsx';
import { DomainError, isDomainError } from '../../../platform/errors.ts';
import { exchangeOf, readForm, type FormFields, type Router } from '../../../platform/http/index.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { LinkLock } from '../../links/index.ts';
import type { OpenProofing, Proofer } from '../proofing.ts';
import type { ProofingRow } from '../proofing-row.ts';
import { refusals } from './closed-by.ts';
import { ProofPage, type Choice } from './proof-page.tsx';

export interface ProofPagesDeps {
  readonly proofer: Proofer;
  readonly lock: LinkLock<ProofingRow>;
  readonly accounts: Accounts;
  /** The path of the base URL without a slash at the end. */
  readonly basePath: string;
}

/** What is shown on the page again rather than as an error of its own. */
const mended = new Set(['validation_failed', 'too_many_selected', 'file_not_found', 'too_many_requests']);

/** The page of a proofing. It works without any script. */
export function mountProofPages(router: Router, deps: ProofPagesDeps): void {
  const { proofer, lock, accounts, basePath } = deps;
  const tokenOf = (context: Context): string => context.req.param('token') ?? '';
  const pathOf = ({ token }: OpenProofing, rest = ''): string => `${basePath}/proof/${token}${rest}`;
  const isUnlocked = (context: Context, proofing: OpenProofing): boolean => lock.isUnlocked(context, proofing);

  const locked = (context: Context, proofing: OpenProofing, refused?: DomainError): Promise<Response> =>
    lockedPage(context, { basePath, action: pathOf(proofing, '/unlock') }, refused);
  const closed = (context: Context, error: unknown): Promise<Response> =>
    refusalPage(context, { basePath, refusals }, error);

  const show = async (context: Context, proofing: OpenProofing, problem?: DomainError, choice?: Choice) => {
    const visitor = await accounts.browserSessions.find(context);
    const status = problem === undefined ? 200 : errorStatus[problem.code];
    if (problem?.retryAfterSeconds !== undefined) context.header('Retry-After', String(problem.retryAfterSeconds));
    return pageResponse(
      context,
      { title: shortName(proofing.name), basePath, wide: true, style: galleryCss, status },
      <ProofPage
        proofing={await proofer.describe(proofing, true)}
        action={pathOf(proofing, '/submit')}
        hasSubmitted={problem === undefined && context.req.query('sent') !== undefined}
        problem={problem?.message}
        choice={choice}
        selectionsPath={visitor?.caller.userId === proofing.ownerId ? pathOf(proofing, '/selections') : undefined}
      />,
    );
  };

  router.page('GET', '/proof/{token}', async (context) => {
    try {
      const proofing = await proofer.open(tokenOf(context), exchangeOf(context).clientNetwork);
      return isUnlocked(context, proofing) ? await show(context, proofing) : await locked(context, proofing);
    } catch (error) {
      return closed(context, error);
    }
  });

  /** What a form of the page does; refused where it should be shown again. */
  const posted = (
    path: `/${string}`,
    handle: (context: Context, proofing: OpenProofing, fields: FormFields, network: string) => Promise<Response>,
  ): void =>
    router.page('POST', path, async (context) => {
      const { clientNetwork } = exchangeOf(context);
      const fields = await readForm(context);
      try {
        return await handle(context, await proofer.open(tokenOf(context), clientNetwork), fields, clientNetwork);
      } catch (error) {
        return closed(context, error);
      }
    });

  posted('/proof/{token}/unlock', async (context, proofing, fields) => {
    try {
      await lock.unlock(context, proofing, fields('password'));
      return context.redirect(pathOf(proofing), 303);
    } catch (error) {
      if (!isDomainError(error, 'share_password_incorrect') && !isDomainError(error, 'too_many_requests')) throw error;
      return locked(context, proofing, error);
    }
  });

  posted('/proof/{token}/submit', async (context, proofing, fields, network) => {
    if (!isUnlocked(context, proofing)) return locked(context, proofing);
    const choice: Choice = {
      fileIds: fields.all('file'),
      clientName: fields('clientName'),
      clientEmail: fields('clientEmail'),
      // Browsers send lines with a mark more than they count.
      comment: fields('comment').replaceAll('\r\n', '\n'),
    };
    try {
      await proofer.submit(proofing, submissionOf(choice), network);
      return context.redirect(pathOf(proofing, '?sent=1'), 303);
    } catch (error) {
      if (!isDomainError(error) || !mended.has(error.code)) throw error;
      return show(context, proofing, error, choice);
    }
  });
}

function submissionOf({ fileIds, ...rest }: Choice): NewSubmission {
  if (fileIds.length === 0) throw new DomainError('validation_failed', 'Choose at least one file.');
  const given = Object.entries(rest).filter(([, text]) => text.trim() !== '');
  const submission = NewSubmission.safeParse({ fileIds, ...Object.fromEntries(given) });
  if (submission.success) return submission.data;
  const [issue] = submission.error.issues;
  const what = { clientName: 'Your name', clientEmail: 'Your email address', comment: 'The comment' };
  const field = String(issue?.path[0]) as keyof typeof what;
  throw new DomainError('validation_failed', `${what[field] ?? 'The selection'} ${issue?.message ?? 'is not valid'}.`);
}
