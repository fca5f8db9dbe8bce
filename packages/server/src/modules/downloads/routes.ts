import { endpoints } from '@drive/contract';
import { DomainError } from '../../platform/errors.ts';
import { exchangeOf, type FeatureLimiter, type Router } from '../../platform/http/index.ts';
import type { Random } from '../../platform/random.ts';
import { writeAddress, type AddressKind, type FileRow } from '../files/index.ts';
import { servePreview } from './preview.ts';
import { serveDownload, type ServeDeps } from './serve.ts';
import { requireBytes } from './target.ts';

export interface RoutesDeps extends ServeDeps {
  readonly random: Random;
  readonly featureLimiter: FeatureLimiter;
  readonly config: { readonly baseUrl: string; readonly urlLifeMs: number };
}

const nonceCharacters = 16;

export function mountDownloads(router: Router, deps: RoutesDeps): void {
  const { database, clock, random, secrets, files, shares, featureLimiter, config } = deps;

  const newAddress = (
    file: FileRow,
    { shareRowId, kind }: { shareRowId: number | null; kind: AddressKind },
  ): string => {
    const expiresAt = clock.now() + config.urlLifeMs;
    const token = writeAddress(secrets, {
      kind,
      fileId: file.id,
      shareRowId,
      expiresAt,
      nonce: random.token(nonceCharacters),
    });
    return `${config.baseUrl}/files/d/${token}/${encodeURIComponent(file.name)}`;
  };

  router.mount(endpoints.getDownloadUrl, async ({ caller, params, query }) => {
    const file = await files.findFile(database.reader, params.fileId);
    if (file !== undefined && file.ownerId !== caller.userId)
      throw new DomainError('access_denied', 'This file is somebody else’s.');
    requireBytes(file);
    featureLimiter.take('downloadUrl', `${file.id} user ${caller.userId}`);
    return { downloadUrl: newAddress(file, { shareRowId: null, kind: query.inline ? 'inline' : 'attachment' }) };
  });

  router.mountBytes(endpoints.download, ({ params, request, response }) =>
    serveDownload(deps, params.token, request, response),
  );

  router.mountBytes(endpoints.preview, ({ params, request, response }) =>
    servePreview(deps, params.token, request, response),
  );

  /** What the Download link of a share's page leads to; the address is made when it is wanted, so the page may stay open. */
  router.page('GET', '/share/{token}/download', async (context) => {
    const share = await shares.requireOpenShare(database.reader, { token: context.req.param('token') ?? '' });
    if (share.kind !== 'file') throw new DomainError('file_not_found', 'This link holds no single file.');
    featureLimiter.take('downloadUrl', `${share.item.id} share ${share.rowId} ${exchangeOf(context).clientNetwork}`);
    return context.redirect(newAddress(share.item, { shareRowId: share.rowId, kind: 'attachment' }), 302);
  });
}
