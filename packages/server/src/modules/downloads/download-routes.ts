import { endpoints } from '@drive/contract';
import { DomainError } from '../../platform/errors.ts';
import type { FeatureLimiter, Router } from '../../platform/http/index.ts';
import type { SignUrl } from './signed-urls.ts';
import { serveThumbnail } from './serve-thumbnail.ts';
import { serveDownload, type ServeDeps } from './serve-download.ts';
import { requireBytes } from './download-target.ts';

export interface RoutesDeps extends ServeDeps {
  readonly featureLimiter: FeatureLimiter;
}

export function mountDownloads(router: Router, deps: RoutesDeps, signUrl: SignUrl): void {
  const { database, files, featureLimiter } = deps;

  router.mount(endpoints.getDownloadUrl, async ({ caller, params, query }) => {
    const file = await files.findFile(database.reader, params.fileId);
    if (file !== undefined && file.ownerId !== caller.userId)
      throw new DomainError('access_denied', 'This file belongs to another user.');
    requireBytes(file);
    await featureLimiter.consume('downloadUrl', `${file.id} user ${caller.userId}`);
    return { downloadUrl: signUrl(file, { kind: query.inline ? 'inline' : 'attachment' }) };
  });

  router.mountBytes(endpoints.download, ({ params, request, response }) =>
    serveDownload(deps, params.token, request, response),
  );

  router.mountBytes(endpoints.preview, ({ params, request, response }) =>
    serveThumbnail(deps, params.token, request, response),
  );
}
