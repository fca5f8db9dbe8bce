import { errorStatus } from '@drive/contract';
import { mountAsset } from '../../pages/assets.ts';
import { pageResponse } from '../../pages/layout.tsx';
import type { Database } from '../../platform/db/index.ts';
import { isDomainError, type DomainError } from '../../platform/errors.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Shares } from '../shares/index.ts';
import { linksPage, type UploadedFile } from './links-page.tsx';
import { uploadPage, type PageContent, type UploadPageDeps } from './upload-page.tsx';

export interface PagesDeps extends UploadPageDeps {
  readonly database: Database;
  readonly accounts: Accounts;
  readonly shares: Shares;
  /** Without a slash at the end. */
  readonly baseUrl: string;
}

export function mountUploadPages(router: Router, deps: PagesDeps): void {
  const { database, accounts, shares, baseUrl, basePath, limits, scripts } = deps;
  for (const script of Object.values(scripts)) mountAsset(router, script);

  router.page('GET', '/upload', (context) => {
    const { shape, content } = uploadPage(deps, limits.isOn ? undefined : { status: 403, text: '' });
    return pageResponse(context, shape, content);
  });

  router.page('GET', '/upload/links', async (context) => {
    const tokens = (context.req.query('of') ?? '').split('.').slice(0, limits.maxFiles);
    const files: UploadedFile[] = [];
    for (const token of tokens) {
      const file = await findUpload(token);
      if (file !== undefined) files.push(file);
    }
    const { shape, content } = linksPage(basePath, files);
    return pageResponse(context, shape, content);
  });

  /** Only what nobody owns: of other people's shares their own page tells. */
  async function findUpload(token: string): Promise<UploadedFile | undefined> {
    const share = await shares.findOpenShare(database.reader, { token }).catch((error: unknown) => {
      if (isDomainError(error, 'file_quarantined')) return undefined;
      throw error;
    });
    if (share?.kind !== 'file' || !(await accounts.isAnonymous(database.reader, share.ownerId))) return undefined;
    const { name, sizeBytes } = share.item;
    return { name, sizeBytes, shortUrl: `${baseUrl}/s/${share.shortCode}` };
  }
}

/** The page again, with what was wrong on it. */
export function refusedUploadPage(deps: UploadPageDeps, problem: DomainError): PageContent {
  return uploadPage(deps, { status: errorStatus[problem.code], text: problem.message });
}
