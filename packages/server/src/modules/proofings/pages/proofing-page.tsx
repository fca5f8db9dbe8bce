import type { BaseUrl } from '@drive/base';
import { errorStatus, limits, NewSubmission, type ProofFile, type PublicProofing } from '@drive/contract';
import {
  appScreens,
  displayedName,
  GuestEmailField,
  GuestNameField,
  humanSize,
  IconDrawings,
  Moment,
  Name,
  Notice,
  PageHead,
  pageResponse,
  Paragraphs,
  shortName,
  shownKind,
  SmallIcon,
  t,
  translateMessage,
  withoutOrigin,
} from '@drive/pages';
import type { Context } from 'hono';
import { mayDo } from '../../../platform/access/index.ts';
import { DomainError, isDomainError } from '../../../platform/errors.ts';
import { exchangeOf, pageQuery, pageText, type Router } from '../../../platform/http/index.ts';
import type { Accounts } from '../../accounts/index.ts';
import { linkRefusals, mountLinkPage, mountOwnerRedirect } from '../../links/index.ts';
import type { ProofingServices } from '../proofing-routes.ts';
import type { OpenProofing } from '../proofing-visitor.ts';
import { proofingCss } from './proofing-css.ts';

/** Errors shown on the page, which is redisplayed with the submitted fields. */
const formErrors = new Set(['validation_failed', 'too_many_selected', 'file_not_found', 'too_many_requests']);

const pageParameters = pageQuery({ sent: pageText(limits.codeCharacters) });

export function mountProofingPage(
  router: Router,
  {
    owner,
    visitor,
    lock,
    accounts,
    baseUrl,
  }: ProofingServices & { readonly accounts: Accounts; readonly baseUrl: BaseUrl },
): void {
  const { pathOf, mountAction } = mountLinkPage(router, {
    path: '/proof',
    baseUrl,
    refusals: linkRefusals.proofing,
    lock,
    open: (context, token) => visitor.open(token, exchangeOf(context).clientNetwork),
    render: (context, proofing) => show(context, proofing),
  });
  mountOwnerRedirect(router, {
    path: '/proof/{token}/selections',
    baseUrl,
    accounts,
    refusals: linkRefusals.proofing,
    findScreen: async (userId, token) => appScreens.proofing((await owner.getByToken(userId, token)).id),
  });

  async function show(context: Context, proofing: OpenProofing, problem?: DomainError, choice?: Choice) {
    const user = await accounts.browserSessions.find(context);
    const status = problem === undefined ? 200 : errorStatus[problem.code];
    if (problem?.retryAfterSeconds !== undefined) context.header('Retry-After', String(problem.retryAfterSeconds));
    return pageResponse(
      context,
      { title: shortName(proofing.name), basePath: baseUrl.path, wide: true, style: proofingCss, status },
      <ProofPage
        proofing={await visitor.describe(proofing, true)}
        action={pathOf(proofing, '/submit')}
        hasSubmitted={problem === undefined && pageParameters.of(context).sent !== undefined}
        problem={problem?.message}
        choice={choice}
        selectionsPath={
          mayDo(user?.caller, proofing, 'manage') ? `${baseUrl.path}${appScreens.proofing(proofing.id)}` : undefined
        }
      />,
    );
  }

  mountAction('submit', async (context, proofing, fields) => {
    const choice: Choice = {
      fileIds: fields.all('file'),
      clientName: fields('clientName'),
      clientEmail: fields('clientEmail'),
      // Browsers submit a line break as two characters and count it as one.
      comment: fields('comment').replaceAll('\r\n', '\n'),
    };
    try {
      await visitor.submit(proofing, submissionOf(choice), exchangeOf(context).clientNetwork);
      return context.redirect(pathOf(proofing, '?sent=1'), 303);
    } catch (error) {
      if (!isDomainError(error) || !formErrors.has(error.code)) throw error;
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

interface Choice {
  readonly fileIds: readonly string[];
  readonly clientName: string;
  readonly clientEmail: string;
  readonly comment: string;
}

interface ProofingView {
  readonly proofing: PublicProofing;
  readonly action: string;
  readonly hasSubmitted: boolean;
  readonly problem?: string | undefined;
  /** Redisplayed after an error. */
  readonly choice?: Choice | undefined;
  /** Path of the owner's screen with the selections; undefined for others. */
  readonly selectionsPath?: string | undefined;
}

function ProofPage({ proofing, action, hasSubmitted, problem, choice, selectionsPath }: ProofingView) {
  const { name = '', message, ownerName, maxSelections, files = [], expiresAt } = proofing;
  const isLimited = maxSelections !== null && maxSelections !== undefined;
  return (
    <article class="card">
      <PageHead icon="choice" name={displayedName(name)}>
        <p class="muted">
          {ownerName === null || ownerName === undefined ? (
            t('Select your files.')
          ) : (
            <>
              <bdi>{ownerName}</bdi> {t('asks you to choose.')}
            </>
          )}
        </p>
        <p class="muted facts">
          <span>{t('{count} files', { count: files.length })}</span>{' '}
          {isLimited && <span>{t('choose at most {n}', { n: maxSelections })}</span>}
        </p>
        {expiresAt !== null && (
          <p class="muted">
            {t('Until')} <Moment at={Date.parse(expiresAt)} />
          </p>
        )}
      </PageHead>
      {selectionsPath !== undefined && (
        <p class="notice">
          {t('This is your proofing.')} <a href={selectionsPath}>{t('See the selections')}</a>
        </p>
      )}
      {message !== null && message !== undefined && <Paragraphs text={message} />}
      {problem !== undefined && <Notice kind="bad">{translateMessage(problem)}</Notice>}
      {hasSubmitted && <Notice kind="good">{t('Your selection has been sent. You may send another.')}</Notice>}
      {files.length === 0 ? (
        <p class="notice">{t('There are no files here at the moment.')}</p>
      ) : (
        <form method="post" action={action}>
          <Proofs files={files} chosen={new Set(choice?.fileIds)} />
          <p class="tally">
            <span class="chosen"> {isLimited ? t('of {n} chosen', { n: maxSelections }) : t('chosen')}</span>
            <a class="button slim" href="#send">
              {t('Continue')}
            </a>
          </p>
          <Sender choice={choice} />
        </form>
      )}
    </article>
  );
}

function Proofs({ files, chosen }: { files: readonly ProofFile[]; chosen: ReadonlySet<string> }) {
  return (
    <fieldset class="proofs" id="files">
      <legend>{t('Select your favorites')}</legend>
      <IconDrawings
        names={files
          .filter(({ previewUrl }) => previewUrl === null)
          .map(({ contentKind, name }) => shownKind(contentKind, name))}
      />
      <ul>
        {files.map((file, index) => (
          <Proof file={file} number={index + 1} isLast={index === files.length - 1} isChosen={chosen.has(file.id)} />
        ))}
      </ul>
    </fieldset>
  );
}

interface ProofProps {
  readonly file: ProofFile;
  /** Starts at 1. */
  readonly number: number;
  readonly isLast: boolean;
  readonly isChosen: boolean;
}

/** Enlarged (`:target`) it fills the window and links to its neighbors. */
function Proof({ file: { id, name, size, contentKind, previewUrl }, number, isLast, isChosen }: ProofProps) {
  return (
    <li id={`p${number}`}>
      <label>
        {previewUrl === null ? (
          <SmallIcon name={shownKind(contentKind, name)} />
        ) : (
          <img src={withoutOrigin(previewUrl)} alt="" loading="lazy" />
        )}
        <span class="check">
          <input type="checkbox" name="file" value={id} checked={isChosen} />
          <span id={`n${number}`}>
            <Name name={shortName(name)} />
          </span>
        </span>
        <small>{humanSize(size)}</small>
      </label>
      {previewUrl !== null && (
        <a class="look" href={`#p${number}`} id={`z${number}`} aria-labelledby={`z${number} n${number}`}>
          <span>{t('Enlarge')}</span>
        </a>
      )}
      <p class="steps">
        {number === 1 ? <span /> : <a href={`#p${number - 1}`}>{t('Previous')}</a>}
        <a href="#files">{t('Back to all')}</a>
        {isLast ? <span /> : <a href={`#p${number + 1}`}>{t('Next')}</a>}
      </p>
    </li>
  );
}

function Sender({ choice }: { choice: Choice | undefined }) {
  return (
    <div id="send">
      <div class="field">
        <label for="comment">{t('Comment (optional)')}</label>
        <textarea id="comment" name="comment" rows={3} maxlength={limits.linkMessageCharacters}>
          {choice?.comment ?? ''}
        </textarea>
      </div>
      <GuestNameField name="clientName" value={choice?.clientName} />
      <GuestEmailField name="clientEmail" value={choice?.clientEmail} />
      <button class="button full" type="submit">
        {t('Send the selection')}
      </button>
    </div>
  );
}
