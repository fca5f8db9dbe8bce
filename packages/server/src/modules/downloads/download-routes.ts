import { endpoints } from '@drive/contract';
import { Answer, type Router } from '../../platform/http/index.ts';
import { createDownloadUrl, createDownloadUrls, createVersionUrl, type DownloadUrlsDeps } from './download-urls.ts';
import { serveByPath } from './serve-by-path.ts';
import { serveThumbnail } from './serve-thumbnail.ts';
import { serveDownload, type ServeDeps } from './serve-download.ts';

export type RoutesDeps = ServeDeps & DownloadUrlsDeps;

export function mountDownloads(router: Router, deps: RoutesDeps): void {
  router.mount(endpoints.getDownloadUrl, ({ caller, params, query }) =>
    createDownloadUrl(deps, caller.userId, params.fileId, query.inline),
  );

  router.mount(endpoints.getFileVersionDownloadUrl, ({ caller, params, query }) =>
    createVersionUrl(deps, caller.userId, params.id, params.version, query.inline),
  );

  router.mount(endpoints.createDownloadUrls, async ({ caller, body }) =>
    Answer.ofBatch(await createDownloadUrls(deps, caller.userId, body.ids, body.inline ?? false)),
  );

  router.mountBytes(endpoints.download, ({ params, request, response }) =>
    serveDownload(deps, params.token, request, response),
  );

  router.mountBytes(endpoints.readFileByPath, ({ caller, params, request, response }) =>
    serveByPath(deps, caller, params.path, request, response),
  );

  router.mountBytes(endpoints.preview, ({ params, request, response }) =>
    serveThumbnail(deps, params.token, request, response),
  );
}
