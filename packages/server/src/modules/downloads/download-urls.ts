import { isoTime } from '@drive/base';
import {
  errorStatus,
  type BatchFailure,
  type DownloadUrl,
  type DownloadUrlBatch,
  type DownloadUrls,
} from '@drive/contract';
import { mayDo } from '../../platform/access/index.ts';
import { DomainError, isDomainError } from '../../platform/errors.ts';
import type { FeatureLimiter } from '../../platform/limits/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { userOriginOf, type FileRow, type Files } from '../files/index.ts';
import { requireBytes } from './download-target.ts';
import { transformOf, type ImageTransform } from './image-transform.ts';
import type { SignedUrlDeps, SignUrl } from './signed-urls.ts';
import { transformUnsupported } from './transformed-content.ts';

export type DownloadUrlsDeps = Pick<Ports, 'database' | 'clock'> & {
  readonly files: Files;
  readonly featureLimiter: FeatureLimiter;
  readonly config: Pick<SignedUrlDeps['config'], 'urlLifeMs'>;
  readonly signUrl: SignUrl;
};

/** Signs the URL of one file that a user reaches. Throws `access_denied` for a file of another user. */
export async function createDownloadUrl(
  deps: DownloadUrlsDeps,
  userId: number,
  id: string,
  inline: boolean,
): Promise<DownloadUrl> {
  const file = await deps.files.findFile(deps.database.reader, id, userId);
  if (file !== undefined && !mayDo(userId, file, 'read'))
    throw new DomainError('access_denied', 'This file belongs to another user.');
  return { downloadUrl: await signOne(deps, userId, file, inline) };
}

/** Signs the URL of a version of one file that a user reaches. Throws `file_not_found` and `version_not_found`. */
export async function createVersionUrl(
  deps: DownloadUrlsDeps,
  userId: number,
  id: string,
  version: string,
  inline: boolean,
): Promise<DownloadUrl> {
  const { reader } = deps.database;
  const file = await deps.files.findFile(reader, id, userId);
  const reached = mayDo(userId, file, 'read') ? file : undefined;
  requireBytes(reached);
  return {
    downloadUrl: await signOne(deps, userId, await deps.files.requireFileVersion(reader, reached, version), inline),
  };
}

/** Signs the URL of each file independently of the others. Repeated ids count once. */
export async function createDownloadUrls(
  deps: DownloadUrlsDeps,
  userId: number,
  { ids, inline = false, transform }: Pick<DownloadUrlBatch, 'ids' | 'inline' | 'transform'>,
): Promise<DownloadUrls> {
  const { database, clock, config, files } = deps;
  const found = new Map((await files.listFiles(database.reader, ids, userId)).map((file) => [file.id, file]));
  // Read before the URLs are signed, so that none expires earlier.
  const expiresAt = isoTime(clock.now() + config.urlLifeMs);
  const urls: DownloadUrls['urls'] = [];
  const failed: BatchFailure[] = [];
  for (const id of new Set(ids)) {
    const file = found.get(id);
    try {
      const own = mayDo(userId, file, 'read') ? file : undefined;
      const downloadUrl = await signOne(deps, userId, own, inline, transform && transformOf(transform));
      urls.push({ id, downloadUrl, expiresAt });
    } catch (error) {
      if (!isDomainError(error)) throw error;
      const { message, code } = error;
      failed.push({ id, message, code, status: errorStatus[code] });
    }
  }
  return { urls, failed };
}

async function signOne(
  { featureLimiter, files, signUrl }: DownloadUrlsDeps,
  userId: number,
  file: FileRow | undefined,
  inline: boolean,
  transform?: ImageTransform,
): Promise<string> {
  requireBytes(file);
  if (transform !== undefined && files.toItem(file).contentKind !== 'image') throw transformUnsupported();
  const { given } = file;
  if (given !== null) files.requireReleased(file);
  await featureLimiter.consume('downloadUrl', `${file.id} user ${userId}`);
  return signUrl(file, { kind: inline ? 'inline' : 'attachment', origin: userOriginOf(userId, given), transform });
}
