import type { BaseUrl } from '@drive/base';
import { limits, type PublicCollection } from '@drive/contract';
import {
  appScreens,
  displayedName,
  Moment,
  Notice,
  type PageContent,
  PageHead,
  pageResponse,
  Paragraphs,
  shortName,
  t,
  translateMessage,
} from '@drive/pages';
import { mayDo } from '../../../platform/access/index.ts';
import { exchangeOf, pageQuery, pageText, type Router } from '../../../platform/http/index.ts';
import type { Accounts } from '../../accounts/index.ts';
import { linkRefusals, mountLinkPage, mountOwnerRedirect } from '../../links/index.ts';
import {
  mountUploadFormScript,
  sentCountOf,
  UploadForm,
  uploadFormCss,
  uploadFormScript,
  UploadLimits,
  type FormProblem,
  type TypedFields,
} from '../../visitor-uploads/index.ts';
import type { CollectionServices } from '../collection-routes.ts';

const pageParameters = pageQuery({ sent: pageText(limits.codeCharacters) });

export function mountFileRequestPage(
  router: Router,
  {
    owner,
    visitor,
    lock,
    accounts,
    baseUrl,
  }: CollectionServices & { readonly accounts: Accounts; readonly baseUrl: BaseUrl },
): void {
  mountUploadFormScript(router);
  mountLinkPage(router, {
    path: '/collect',
    baseUrl,
    refusals: linkRefusals.collection,
    lock,
    open: (context, token) => visitor.open(token, exchangeOf(context).clientNetwork),
    render: async (context, collection) => {
      const user = await accounts.browserSessions.find(context);
      const { options, content } = renderFileRequest(baseUrl, {
        collection: visitor.describe(collection, true),
        sent: sentCountOf(pageParameters.of(context).sent),
        receivedPath: mayDo(user?.caller, collection, 'manage')
          ? `${baseUrl.path}${appScreens.fileRequest(collection.id)}`
          : undefined,
      });
      return pageResponse(context, options, content);
    },
  });
  mountOwnerRedirect(router, {
    path: '/collect/{token}/received',
    baseUrl,
    accounts,
    refusals: linkRefusals.collection,
    findScreen: async (userId, token) => appScreens.fileRequest((await owner.getByToken(userId, token)).id),
  });
}

export interface FileRequestView {
  readonly collection: PublicCollection;
  readonly sent?: number;
  readonly problem?: FormProblem | undefined;
  readonly typed?: TypedFields | undefined;
  /** Path of the owner's screen with the received files; undefined for others. */
  readonly receivedPath?: string | undefined;
}

/** Target of the page's form. It receives bytes, so it is below `/files`. */
export const formPath = '/files/collect-form';

/** The page with its form, which the client script takes over. It shows none of the received files. */
export function renderFileRequest(baseUrl: BaseUrl, view: FileRequestView): PageContent {
  const { name = '', full } = view.collection;
  return {
    options: {
      title: shortName(name),
      basePath: baseUrl.path,
      wide: true,
      status: view.problem?.status ?? 200,
      scripts: full === true ? [] : [uploadFormScript],
      style: uploadFormCss,
    },
    content: <FileRequestCard basePath={baseUrl.path} view={view} />,
  };
}

function FileRequestCard({ basePath, view }: { basePath: string; view: FileRequestView }) {
  const { collection, problem, sent = 0, receivedPath } = view;
  const { name = '', message, ownerName, full } = collection;
  return (
    <section class="card">
      <PageHead icon="inbox" name={displayedName(name)}>
        <p class="muted">
          {ownerName === null || ownerName === undefined ? (
            t('You are asked to send files.')
          ) : (
            <>
              <bdi>{ownerName}</bdi> {t('asks you for files.')}
            </>
          )}
        </p>
        <Facts collection={collection} />
      </PageHead>
      {receivedPath !== undefined && (
        <p class="notice">
          {t('This is your file request.')} <a href={receivedPath}>{t('See the received files')}</a>
        </p>
      )}
      {message !== null && message !== undefined && <Paragraphs text={message} />}
      {sent > 0 && <Notice kind="good">{t('Your {count} files have arrived.', { count: sent })}</Notice>}
      {problem !== undefined && <Notice kind="bad">{translateMessage(problem.text)}</Notice>}
      {full === true ? (
        <p class="notice">{t('It accepts no more files.')}</p>
      ) : (
        <UploadForm
          basePath={basePath}
          action={`${basePath}${formPath}/${collection.token}`}
          api={`${basePath}/api/public/collect/${collection.token}/uploads`}
          maxFileBytes={collection.maxFileBytes ?? 0}
          allowedTypes={collection.allowedTypes ?? null}
          requireName={collection.requireName ?? false}
          typed={view.typed}
          seenBy="Only the person who requested them can see them."
        />
      )}
    </section>
  );
}

function Facts({ collection: { maxFileBytes = 0, allowedTypes = null, expiresAt } }: { collection: PublicCollection }) {
  return (
    <>
      <UploadLimits maxFileBytes={maxFileBytes} allowedTypes={allowedTypes} />
      {expiresAt !== null && (
        <p class="muted">
          {t('Until')} <Moment at={Date.parse(expiresAt)} />
        </p>
      )}
    </>
  );
}
