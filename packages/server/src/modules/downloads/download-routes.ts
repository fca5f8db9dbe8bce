import { BoundedMap } from '@drive/base';
import { endpoints } from '@drive/contract';
import { Answer, type Router } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { readUrlToken, type SignedUrl } from '../files/index.ts';
import { createDownloadUrl, createDownloadUrls, createVersionUrl, type DownloadUrlsDeps } from './download-urls.ts';
import { serveByPath } from './serve-by-path.ts';
import { serveDownload, type ServeDeps } from './serve-download.ts';
import { serveThumbnail } from './serve-thumbnail.ts';

export type RoutesDeps = ServeDeps & DownloadUrlsDeps & Pick<Ports, 'secrets'>;

export function mountDownloads(router: Router, deps: RoutesDeps): void {
  router.mount(endpoints.getDownloadUrl, ({ caller, params, query }) =>
    createDownloadUrl(deps, caller.userId, params.fileId, query.inline),
  );

  router.mount(endpoints.getFileVersionDownloadUrl, ({ caller, params, query }) =>
    createVersionUrl(deps, caller.userId, params.id, params.version, query.inline),
  );

  router.mount(endpoints.createDownloadUrls, async ({ caller, body }) =>
    Answer.ofBatch(await createDownloadUrls(deps, caller.userId, body)),
  );

  const readToken = createTokenReader(deps);

  router.mountBytes(
    endpoints.downloadFile,
    ({ signed, request, response }) => serveDownload(deps, signed, request, response),
    readToken,
  );

  router.mountBytes(endpoints.readFileByPath, ({ caller, params, query, request, response }) =>
    serveByPath(deps, caller, { path: params.path, folderId: query.folderId }, request, response),
  );

  router.mountBytes(
    endpoints.preview,
    ({ signed, request, response }) => serveThumbnail(deps, signed, request, response),
    readToken,
  );
}

/** Number of valid tokens to cache: a video is read in many ranges. */
const maxKnownTokens = 1000;

/** Reads the tokens of signed URLs. Only the signature is cached: expiry and rows are checked for each request. */
function createTokenReader({ secrets }: Pick<Ports, 'secrets'>): (token: string) => SignedUrl | undefined {
  const known = new BoundedMap<SignedUrl>(maxKnownTokens);
  return (token) => {
    let url = known.get(token);
    if (url !== undefined) return url;
    url = readUrlToken(secrets, token);
    if (url === undefined) return undefined;
    known.set(token, url);
    return url;
  };
}
