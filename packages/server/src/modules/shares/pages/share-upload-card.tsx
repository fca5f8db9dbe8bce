import type { BaseUrl } from '@drive/base';
import {
  displayedName,
  Notice,
  type PageContent,
  PageHead,
  shortName,
  type Style,
  t,
  translateMessage,
} from '@drive/pages';
import type { Router } from '../../../platform/http/index.ts';
import {
  formIsLocked,
  mountReceptionForm,
  mountUploadFormScript,
  sentCountOf,
  UploadForm,
  uploadFormCss,
  uploadFormScript,
  UploadLimits,
  type FormProblem,
  type TypedFields,
} from '../../visitor-uploads/index.ts';
import { requireReceiving, type ReceivingShare } from '../uploads/share-reception.ts';
import type { PublicShares, PublicSharesDeps } from '../visitor/public-shares.ts';

/** Target of the form. It receives bytes, so it is below `/files`. */
const formPath = '/files/share-form';

/** Path of the page of the folder, below the base URL; `sent` is how many files have just arrived there. */
const pathOf = ({ token, folderId }: ReceivingShare, sent?: number | ''): string => {
  const query = [
    ...(folderId === undefined ? [] : [`folder=${folderId}`]),
    ...(sent === undefined ? [] : [`sent=${sent}`]),
  ];
  return `/share/${token}${query.length === 0 ? '' : `?${query.join('&')}`}`;
};

/** What a page with the card needs besides it. */
export const uploadPartsOf = (
  link: ReceivingShare | undefined,
): { readonly scripts: readonly `/${string}`[]; readonly style?: Style } =>
  link === undefined || link.isFull ? { scripts: [] } : { scripts: [uploadFormScript], style: uploadFormCss };

interface CardProps {
  readonly basePath: string;
  readonly link: ReceivingShare;
  readonly typed?: TypedFields;
}

/** Where visitors add files to the shown folder. */
export function UploadCard({ basePath, link, sent }: CardProps & { readonly sent: string | undefined }) {
  const arrived = sentCountOf(sent);
  return (
    <section class="card" id="add" aria-labelledby="add-title">
      <h2 id="add-title">{t('Add files')}</h2>
      {arrived > 0 && <Notice kind="good">{t('Your {count} files have arrived.', { count: arrived })}</Notice>}
      <AddFiles basePath={basePath} link={link} />
    </section>
  );
}

function AddFiles({ basePath, link, typed }: CardProps) {
  const { token, folderId, mostBytes, allowedTypes, requireName, placesLeft, isFull } = link;
  if (isFull) return <p class="notice">{t('This folder accepts no more files.')}</p>;
  return (
    <>
      <UploadLimits maxFileBytes={mostBytes} allowedTypes={allowedTypes} placesLeft={placesLeft} />
      <UploadForm
        basePath={basePath}
        action={`${basePath}${formPath}/${token}${folderId === undefined ? '' : `?folder=${folderId}`}`}
        api={`${basePath}/api/public/share/${token}/uploads`}
        folderId={folderId}
        maxFileBytes={mostBytes}
        allowedTypes={allowedTypes}
        placesLeft={placesLeft}
        requireName={requireName}
        typed={typed}
        seenBy="Everyone with this link can see them."
        sentPath={`${basePath}${pathOf(link, '')}`}
      />
    </>
  );
}

/** The target of the form, and the script that takes the form over. */
export function mountShareForm(router: Router, deps: PublicSharesDeps, publicShares: PublicShares): void {
  const { database, shares, baseUrl } = deps;
  mountUploadFormScript(router);
  mountReceptionForm<ReceivingShare>(router, deps, {
    path: formPath,
    reception: shares.reception,
    open: async (request, token, query, clientNetwork) => {
      const share = await publicShares.open(token, clientNetwork);
      if (!shares.lock.isUnlocked(request, share)) throw formIsLocked();
      return requireReceiving(deps, database.reader, share, folderIn(query));
    },
    pathOfSent: (link, files) => pathOf(link, files),
    render: (link, problem, typed) => problemPage(baseUrl, link, problem, typed),
  });
}

/** Text that cannot be an id becomes one that nothing has, because a database may refuse the text. */
function folderIn(query: URLSearchParams): string | undefined {
  const id = query.get('folder');
  return id === null ? undefined : /^[\w-]{1,64}$/.test(id) ? id : 'none';
}

/** Without a script, a refused form leads to a page with the form alone: the shown folder is one link away. */
function problemPage(baseUrl: BaseUrl, link: ReceivingShare, problem: FormProblem, typed: TypedFields): PageContent {
  const { name } = link.share;
  return {
    options: {
      title: shortName(name),
      basePath: baseUrl.path,
      wide: true,
      status: problem.status,
      ...uploadPartsOf(link),
    },
    content: (
      <section class="card">
        <PageHead icon="folder" name={displayedName(name)} />
        <Notice kind="bad">{translateMessage(problem.text)}</Notice>
        <AddFiles basePath={baseUrl.path} link={link} typed={typed} />
        <p>
          <a href={`${baseUrl.path}${pathOf(link)}`}>{t('Back to the shared items')}</a>
        </p>
      </section>
    ),
  };
}
