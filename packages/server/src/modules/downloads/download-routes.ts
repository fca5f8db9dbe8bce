import { endpoints } from '@drive/contract';
import type { Ports } from '../../platform/ports/ports.ts';
import { readUrlToken, type SignedUrl } from '../files/index.ts';
import { Answer, type Router } from '../../platform/http/index.ts';
import { createDownloadUrl, createDownloadUrls, createVersionUrl, type DownloadUrlsDeps } from './download-urls.ts';
import { serveByPath } from './serve-by-path.ts';
import { serveThumbnail } from './serve-thumbnail.ts';
import { serveDownload, type ServeDeps } from './serve-download.ts';

export type RoutesDeps = ServeDeps & DownloadUrlsDeps & Pick<Ports, 'secrets'>;

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

  const readToken = (token: string): SignedUrl | undefined => readUrlToken(deps.secrets, token);

  router.mountBytes(
    endpoints.downloadFile,
    ({ signed, request, response }) => serveDownload(deps, signed, request, response),
    readToken,
  );

  router.mountBytes(endpoints.readFileByPath, ({ caller, params, request, response }) =>
    serveByPath(deps, caller, params.path, request, response),
  );

  router.mountBytes(
    endpoints.preview,
    ({ signed, request, response }) => serveThumbnail(deps, signed, request, response),
    readToken,
  );
}
