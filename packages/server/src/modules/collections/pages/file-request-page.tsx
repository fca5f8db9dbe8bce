import type { BaseUrl } from '@drive/base';
import { limits, type PublicCollection } from '@drive/contract';
import {
  appScreens,
  displayedName,
  GuestEmailField,
  GuestNameField,
  humanSize,
  Moment,
  mountAsset,
  Notice,
  type PageContent,
  PageHead,
  pageResponse,
  Paragraphs,
  plural,
  readClientScript,
  scriptTexts,
  shortName,
  t,
  type Text,
  translateMessage,
} from '@drive/pages';
import { readSendingScript } from '../../../pages/sending-script.ts';
import { mayDo } from '../../../platform/access/index.ts';
import { exchangeOf, pageQuery, pageText, type Router } from '../../../platform/http/index.ts';
import type { Accounts } from '../../accounts/index.ts';
import { linkRefusals, mountLinkPage, mountOwnerRedirect } from '../../links/index.ts';
import type { CollectionServices } from '../collection-routes.ts';

/** Upper limit of the number in `?sent=`, which a visitor can change. */
const mostSent = 9999;

const script = readClientScript('collect', import.meta.url);
const sendingScript = readSendingScript();

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
  mountAsset(router, script);
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
        sent: Math.min(Number(/^\d{1,9}$/.exec(pageParameters.of(context).sent ?? '')?.[0] ?? 0), mostSent),
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
  readonly problem?: { readonly status: number; readonly text: string } | undefined;
  readonly typed?: { readonly name?: string | undefined; readonly email?: string | undefined } | undefined;
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
      scripts: full === true ? [] : [script.path],
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
      {sent > 0 && <Notice kind="good">{plural(sent, 'Your file has arrived.', 'Your # files have arrived.')}</Notice>}
      {problem !== undefined && <Notice kind="bad">{translateMessage(problem.text)}</Notice>}
      {full === true ? (
        <p class="notice">{t('It accepts no more files.')}</p>
      ) : (
        <>
          <p id="problem" class="notice bad" role="alert" hidden></p>
          <UploadForm basePath={basePath} view={view} />
          <Progress />
        </>
      )}
    </section>
  );
}

const typeNames: Readonly<Record<string, Text>> = {
  'image/*': 'images',
  'video/*': 'videos',
  'audio/*': 'audio files',
  'text/*': 'text files',
  'application/pdf': 'PDF',
};

function Facts({ collection: { maxFileBytes = 0, allowedTypes, expiresAt } }: { collection: PublicCollection }) {
  return (
    <>
      <p class="muted">{t('At most {size} a file', { size: humanSize(maxFileBytes) })}</p>
      {allowedTypes !== null && allowedTypes !== undefined && (
        <p class="muted">
          {t('Only {types}', {
            types: allowedTypes.map((type) => (typeNames[type] === undefined ? type : t(typeNames[type]))).join(', '),
          })}
        </p>
      )}
      {expiresAt !== null && (
        <p class="muted">
          {t('Until')} <Moment at={Date.parse(expiresAt)} />
        </p>
      )}
    </>
  );
}

function UploadForm({ basePath, view: { collection, typed } }: { basePath: string; view: FileRequestView }) {
  const { token, requireName = false, allowedTypes, maxFileBytes = 0 } = collection;
  return (
    <form
      id="collect"
      method="post"
      action={`${basePath}${formPath}/${token}`}
      enctype="multipart/form-data"
      data-api={`${basePath}/api/public/collect/${token}/uploads`}
      data-max-bytes={String(maxFileBytes)}
      data-max-size={humanSize(maxFileBytes)}
      data-sender={`${basePath}${sendingScript.path}`}
      data-resumable-from={String(limits.resumableFromBytes)}
      data-texts={scriptTexts()}
    >
      <div class="field">
        <label for="files">{t('Files')}</label>
        <input
          id="files"
          type="file"
          name="files"
          multiple
          required
          accept={allowedTypes?.join(',')}
          aria-describedby="files-hint"
        />
        <p class="hint" id="drop-hint" hidden>
          {t('Or drop them anywhere on this page.')}
        </p>
        <p class="hint" id="files-hint">
          <span id="at-once">{t('Up to {n} at once.', { n: limits.collectionFormFiles })} </span>
          {t('Only the person who requested them can see them.')}
        </p>
      </div>
      <GuestNameField name="uploaderName" required={requireName} value={typed?.name} />
      <GuestEmailField name="uploaderEmail" value={typed?.email} />
      <button class="button full" type="submit">
        {t('Send')}
      </button>
    </form>
  );
}

function Progress() {
  return (
    <>
      <p id="status" role="status" class="muted" tabindex={-1}></p>
      <ol id="progress" class="uploads" hidden></ol>
      <button id="more" class="button plain full" type="button" hidden>
        {t('Send more')}
      </button>
    </>
  );
}
