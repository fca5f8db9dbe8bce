import type { BaseUrl } from '@drive/base';
import type { PublicPaste } from '@drive/contract';
import {
  displayedName,
  humanSize,
  Moment,
  Notice,
  PageHead,
  type PageOptions,
  pageResponse,
  refusalPage,
  shortName,
  t,
} from '@drive/pages';
import type { Context } from 'hono';
import { DomainError } from '../../../platform/errors.ts';
import { exchangeOf, type Router } from '../../../platform/http/index.ts';
import type { Accounts, BrowserSession } from '../../accounts/index.ts';
import { linkRefusals, mountLinkPage } from '../../links/index.ts';
import type { PasteServices } from '../paste-routes.ts';
import { isIndexable } from '../paste-store.ts';
import type { OpenPaste } from '../paste-visitor.ts';
import { pasteCss } from './paste-css.ts';
import { shownLines, SourceText } from './source-text.tsx';

interface OpenPage extends OpenPaste {
  readonly session: BrowserSession | undefined;
}

/** Mounts the page of a paste. It works without scripts, and only its button burns a paste. */
export function mountPastePage(
  router: Router,
  {
    owner,
    visitor,
    lock,
    accounts,
    baseUrl,
  }: PasteServices & { readonly accounts: Accounts; readonly baseUrl: BaseUrl },
): void {
  const basePath = baseUrl.path;

  const open = async (context: Context, token: string): Promise<OpenPage> => {
    const session = await accounts.browserSessions.find(context);
    const paste = await visitor.open(token, exchangeOf(context).clientNetwork, session?.caller);
    return { ...paste, session };
  };

  const optionsOf = (paste: OpenPaste, shown: PublicPaste): PageOptions => ({
    title: shortName(titleOf(shown)),
    basePath,
    wide: true,
    style: pasteCss,
    indexable: isIndexable(paste),
    head: paste.passwordHash === null && paste.mode !== 'PRIVATE' ? <LinkPreview paste={shown} /> : undefined,
  });

  const { pathOf, below, mountAction } = mountLinkPage<OpenPage>(router, {
    path: '/p',
    baseUrl,
    refusals: linkRefusals.paste,
    lock,
    open,
    render: async (context, paste) => {
      const shown = await visitor.describe(paste, true);
      const { session } = paste;
      return pageResponse(
        context,
        optionsOf(paste, shown),
        <PastePage
          paste={shown}
          rawPath={paste.burns ? undefined : `${basePath}/files/pastes/${paste.token}/raw`}
          revealPath={paste.burns ? pathOf(paste, '/reveal') : undefined}
          deletion={
            session !== undefined && (await owner.mayDelete(session.caller, paste))
              ? { path: pathOf(paste, '/delete'), xsrf: session.xsrfToken }
              : undefined
          }
        />,
      );
    },
  });

  mountAction(
    'reveal',
    async (context, paste) => {
      // The page of a paste that does not burn shows the content anyway.
      if (!paste.burns) return context.redirect(pathOf(paste), 303);
      const shown = await visitor.reveal(paste, paste.session?.caller);
      return pageResponse(context, optionsOf(paste, shown), <PastePage paste={shown} isBurned />);
    },
    { hasFields: false },
  );

  below.page('POST', '/p/{token}/delete', async (context) => {
    const form = await accounts.browserSessions.readForm(context);
    if (form === undefined)
      throw new DomainError('access_denied', 'You are no longer signed in. Sign in and try again.');
    try {
      const paste = await open(context, context.req.param('token') ?? '');
      await owner.delete(form.visitor.caller, paste.id);
      return await pageResponse(
        context,
        { title: t('Deleted'), basePath },
        <section class="card">
          <h1>{t('Deleted')}</h1>
          <p>{t('The paste and its link are deleted.')}</p>
          <p class="actions">
            <a class="button plain" href={`${basePath}/paste`}>
              {t('Write another')}
            </a>
          </p>
        </section>,
      );
    } catch (error) {
      return refusalPage(context, { basePath, refusals: linkRefusals.paste }, error);
    }
  });
}

function LinkPreview({ paste }: { paste: PublicPaste }) {
  const { language, sizeBytes = 0, ownerName, burnAfterReading, url } = paste;
  const facts = [
    t('Paste'),
    language ?? '',
    humanSize(sizeBytes),
    burnAfterReading === true ? t('to be read once') : '',
    ownerName === null || ownerName === undefined ? '' : t('by {name}', { name: ownerName }),
  ];
  const description = facts.filter((fact) => fact !== '').join(', ');
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Drive" />
      <meta property="og:title" content={shortName(titleOf(paste))} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta name="twitter:card" content="summary" />
    </>
  );
}

interface PasteView {
  readonly paste: PublicPaste;
  /** URL of the plain text; undefined for a paste that burns. */
  readonly rawPath?: string | undefined;
  readonly revealPath?: string | undefined;
  readonly isBurned?: boolean;
  /** Present for users who may delete the paste. */
  readonly deletion?: { readonly path: string; readonly xsrf: string } | undefined;
}

function PastePage({ paste, rawPath, revealPath, isBurned = false, deletion }: PasteView) {
  const { content } = paste;
  return (
    <article class="card">
      <Head paste={paste} />
      {isBurned && (
        <Notice kind="good">
          {t(
            'This text can be shown only once; the server has deleted it. Copy what you need before you leave this page.',
          )}
        </Notice>
      )}
      {content !== null && content !== undefined && <Text content={content} rawPath={rawPath} />}
      {revealPath !== undefined && (
        <form method="post" action={revealPath}>
          <p>{t('This text can be read only once. Opening it deletes it for everyone.')}</p>
          <button class="button full" type="submit">
            {t('Show and delete')}
          </button>
        </form>
      )}
      {rawPath !== undefined && (
        <>
          <p class="linkline">
            <a href={paste.url}>{paste.url}</a>
          </p>
          <p class="actions">
            <a class="button plain" href={rawPath} rel="nofollow">
              {t('Raw text')}
            </a>
            <a class="button plain" href={rawPath} download={downloadName(paste)} rel="nofollow">
              {t('Save as a file')}
            </a>
          </p>
        </>
      )}
      {deletion !== undefined && (
        <details>
          <summary>{t('Delete this paste')}</summary>
          <form method="post" action={deletion.path}>
            <input type="hidden" name="xsrf" value={deletion.xsrf} />
            <button class="button plain" type="submit">
              {t('Delete it for good')}
            </button>
          </form>
        </details>
      )}
    </article>
  );
}

const titleOf = ({ title }: Pick<PublicPaste, 'title'>): string =>
  title === null || title === undefined ? t('Untitled paste') : displayedName(title);

function Head({ paste }: { paste: PublicPaste }) {
  const { language, sizeBytes = 0, ownerName, expiresAt, createdAt = '' } = paste;
  return (
    <PageHead icon="text" name={titleOf(paste)}>
      <p class="muted facts">
        {language !== null && language !== undefined && (
          <span>
            <bdi>{language}</bdi>
          </span>
        )}{' '}
        <span>{humanSize(sizeBytes)}</span>
      </p>
      <p class="muted">
        {ownerName !== null && ownerName !== undefined && (
          <>
            {t('By')} <bdi>{ownerName}</bdi>,{' '}
          </>
        )}
        <Moment at={Date.parse(createdAt)} />
      </p>
      {expiresAt !== null && (
        <p class="muted">
          {t('Available until')} <Moment at={Date.parse(expiresAt)} />
        </p>
      )}
    </PageHead>
  );
}

/** Characters that change the direction of text, so that it reads differently from its code points. */
const turnsDirection = /[\u202a-\u202e\u2066-\u2069]/;

function Text({ content, rawPath }: { content: string; rawPath: string | undefined }) {
  const lines = shownLines(content, rawPath === undefined);
  return (
    <>
      {turnsDirection.test(content) && (
        <Notice kind="bad">
          {t(
            'This text contains characters that change the direction of text: it may be displayed in a different order than it is stored.',
          )}
        </Notice>
      )}
      {lines.count < lines.total && (
        <p class="notice">
          {t('These are the first {count} of {total} lines. The raw text has all of them.', {
            count: lines.count,
            total: lines.total,
          })}
        </p>
      )}
      <SourceText lines={lines} />
    </>
  );
}

const downloadName = (paste: PublicPaste): string =>
  `${titleOf(paste)
    .replaceAll(/[/\\:*?"<>|]/g, '_')
    .slice(0, 100)}.txt`;
