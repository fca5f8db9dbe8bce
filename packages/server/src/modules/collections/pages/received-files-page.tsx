import type { CollectedFile, Collection } from '@drive/contract';
import { displayedName, shortName } from '../../../pages/displayed-name.ts';
import { humanSize } from '../../../pages/human-size.ts';
import { Moment, Name, PageHead } from '../../../pages/page-head.tsx';
import { Pager, type PagerProps } from '../../../pages/pager.tsx';
import type { Router } from '../../../platform/http/index.ts';
import { mountLinkOwnerPages, type LinkOwnerPagesDeps } from '../../links/index.ts';
import type { CollectionOwner } from '../collection-owner.ts';
import { refusals } from './file-request-page.tsx';
import { plural, t } from '../../../pages/language.ts';

const rowsPerPage = 50;

export function mountReceivedFilesPage(
  router: Router,
  { owner, ...deps }: LinkOwnerPagesDeps & { readonly owner: CollectionOwner },
): void {
  mountLinkOwnerPages(router, deps, {
    path: '/collect/{token}/received',
    refusals,
    render: async ({ userId, token, page, pathOfFile, pagerOf }) => {
      const collection = await owner.getByToken(userId, token);
      const { uploads, pagination } = await owner.listUploads(userId, collection.id, { page, limit: rowsPerPage });
      const pager = pagerOf(pagination.totalPages);
      return {
        options: { title: shortName(collection.name) },
        content: <ReceivedPage collection={collection} uploads={uploads} pathOfFile={pathOfFile} pager={pager} />,
      };
    },
  });
}

interface ReceivedView {
  readonly collection: Collection;
  readonly uploads: readonly CollectedFile[];
  readonly pathOfFile: (fileId: string) => string;
  readonly pager: PagerProps;
}

function ReceivedPage({ collection, uploads, pathOfFile, pager }: ReceivedView) {
  const { name, fileCount, pendingCount, maxFiles, url } = collection;
  return (
    <article class="card">
      <PageHead icon="inbox" name={displayedName(name)}>
        <p class="muted facts">
          <span>{plural(fileCount, '1 file received', '# files received')}</span>{' '}
          {maxFiles !== null && <span>{t('of {n}', { n: maxFiles })}</span>}{' '}
          {pendingCount > 0 && <span>{t('{n} under way', { n: pendingCount })}</span>}
        </p>
        <p>
          <a class="button plain slim" href={url}>
            {t('Page for senders')}
          </a>
        </p>
      </PageHead>
      {uploads.length === 0 ? (
        <p class="muted empty">{t(fileCount === 0 ? 'Nothing yet.' : 'There is nothing on this page.')}</p>
      ) : (
        <ul class="entries" aria-label={t('Files')}>
          {uploads.map((upload) => (
            <Received upload={upload} path={pathOfFile(upload.fileId)} />
          ))}
        </ul>
      )}
      {uploads.length > 0 && <p class="muted small empty">{t('Senders chose these names themselves.')}</p>}
      <Pager {...pager} />
    </article>
  );
}

function Received({ upload, path }: { upload: CollectedFile; path: string }) {
  const { fileId, fileName, sizeBytes, uploaderName, uploaderEmail, uploadedAt } = upload;
  return (
    <li>
      <div>
        <a href={path} id={`n${fileId}`} rel="nofollow">
          <Name name={shortName(fileName)} />
        </a>
        <small>
          {humanSize(sizeBytes)}, <Moment at={Date.parse(uploadedAt)} />
        </small>
        {(uploaderName !== null || uploaderEmail !== null) && (
          <small>
            {t('from')} {uploaderName !== null && <bdi>{displayedName(uploaderName)}</bdi>}{' '}
            {uploaderEmail !== null && <span>{uploaderEmail}</span>}
          </small>
        )}
      </div>
      <a class="get" href={path} id={`d${fileId}`} aria-labelledby={`d${fileId} n${fileId}`} rel="nofollow">
        <span>{t('Download')}</span>
      </a>
    </li>
  );
}
