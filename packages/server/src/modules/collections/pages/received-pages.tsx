import type { CollectedFile, Collection } from '@drive/contract';
import type { Context } from 'hono';
import { refusalPage } from '../../../pages/refusal-pages.tsx';
import { displayedName, shortName } from '../../../pages/displayed-name.ts';
import { humanSize } from '../../../pages/human-size.ts';
import { pageResponse } from '../../../pages/layout.tsx';
import { Moment, Name, PageHead } from '../../../pages/page-head.tsx';
import { seeOther } from '../../../pages/own-path.ts';
import { Pager, pageNumber, type PagerProps } from '../../../pages/pager.tsx';
import type { Router } from '../../../platform/http/index.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { OwnCollections } from '../own-collections.ts';
import { refusals } from './closed-by.ts';

export interface ReceivedPagesDeps {
  readonly own: OwnCollections;
  readonly accounts: Accounts;
  /** The path of the base URL without a slash at the end. */
  readonly basePath: string;
}

const rowsAtOnce = 50;

/** What has come in, for the owner alone, who has to be signed in. Everybody else finds nothing, whatever there is. */
export function mountReceivedPages(router: Router, { own, accounts, basePath }: ReceivedPagesDeps): void {
  const signIn = (context: Context, path: string): Response =>
    seeOther(context, basePath, `/sign-in?next=${encodeURIComponent(path)}`);

  router.page('GET', '/collect/{token}/received', async (context) => {
    const path = `/collect/${encodeURIComponent(context.req.param('token') ?? '')}/received`;
    const visitor = await accounts.browserSessions.find(context);
    if (visitor === undefined) return signIn(context, path);
    try {
      const collection = await own.getByToken(visitor.caller.userId, context.req.param('token') ?? '');
      const page = pageNumber(context.req.query('page'));
      const { uploads, pagination } = await own.listUploads(visitor.caller.userId, collection.id, {
        page,
        limit: rowsAtOnce,
      });
      return await pageResponse(
        context,
        { title: shortName(collection.name), basePath, user: visitor, wide: true },
        <ReceivedPage
          collection={collection}
          uploads={uploads}
          pathOfFile={(id) => `${basePath}${path}/${id}`}
          pager={{
            page,
            totalPages: pagination.totalPages,
            pathOfPage: (to) => `${basePath}${path}?page=${to}`,
          }}
        />,
      );
    } catch (error) {
      return refusalPage(context, { basePath, refusals }, error);
    }
  });

  router.page(
    'GET',
    '/collect/{token}/received/{fileId}',
    async (context) => {
      const [token, fileId] = [context.req.param('token') ?? '', context.req.param('fileId') ?? ''];
      const path = `/collect/${encodeURIComponent(token)}/received`;
      const visitor = await accounts.browserSessions.find(context);
      if (visitor === undefined) return signIn(context, path);
      try {
        return context.redirect(await own.addressOfFile(visitor.caller.userId, fileId), 302);
      } catch (error) {
        return refusalPage(context, { basePath, refusals, back: `${basePath}${path}` }, error);
      }
    },
    { countsIn: 'files' },
  );
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
          <span>{fileCount === 1 ? '1 file has come in' : `${fileCount.toLocaleString('en')} files have come in`}</span>{' '}
          {maxFiles !== null && <span>of {maxFiles.toLocaleString('en')}</span>}{' '}
          {pendingCount > 0 && <span>{pendingCount.toLocaleString('en')} under way</span>}
        </p>
        <p class="muted">
          <a href={url}>The page that others see</a>
        </p>
      </PageHead>
      {uploads.length === 0 ? (
        <p class="muted empty">{fileCount === 0 ? 'Nothing yet.' : 'There is nothing on this page.'}</p>
      ) : (
        <ul class="entries" aria-label="Files">
          {uploads.map((upload) => (
            <Received upload={upload} path={pathOfFile(upload.fileId)} />
          ))}
        </ul>
      )}
      {uploads.length > 0 && <p class="muted small empty">The names of senders are what they gave themselves.</p>}
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
            from {uploaderName !== null && <bdi>{displayedName(uploaderName)}</bdi>}{' '}
            {uploaderEmail !== null && <span>{uploaderEmail}</span>}
          </small>
        )}
      </div>
      <a class="get" href={path} id={`d${fileId}`} aria-labelledby={`d${fileId} n${fileId}`} rel="nofollow">
        <span>Download</span>
      </a>
    </li>
  );
}
