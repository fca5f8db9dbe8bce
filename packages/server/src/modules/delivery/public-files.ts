import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BlobStore } from '@drive/blobs';
import { exchangeOf, inlineHeaders, sendContent } from '@drive/http-api';
import type { Pictures } from '@drive/thumbnails';
import { DomainError } from '../../platform/errors.ts';
import type { FeatureLimiter } from '../../platform/limits/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { etagOf, fileContent, transformedContent, type ImageTransform } from '../downloads/index.ts';
import { contentDates, publicVersionOf, type FileRow, type Files } from '../files/index.ts';

export interface PublicFilesDeps extends Pick<Ports, 'database' | 'clock'> {
  readonly featureLimiter: FeatureLimiter;
  readonly blobs: BlobStore;
  readonly pictures: Pictures;
  readonly files: Files;
  readonly config: {
    /** DRIVE_PUBLIC_MAX_AGE. */
    readonly publicMaxAgeSeconds: number;
  };
}

interface PublicFileRequest {
  readonly shareToken: string;
  /** `v` of the URL. */
  readonly version: string | undefined;
  readonly transform: ImageTransform | undefined;
}

/** A page that has an older version of the file keeps the current content for this long under the URL of the older one. */
const otherVersionSeconds = 60;
/** A cache may show what it has for this long, while it asks again. */
const staleSeconds = 86_400;
/** Search engines may index what anybody may find. */
const forRobots = 'all';
const yearSeconds = 31_536_000;

/** Answers GET and HEAD of a public URL, whoever asks. Counts nothing. */
export function servePublicFile(
  deps: PublicFilesDeps,
  { shareToken, version, transform }: PublicFileRequest,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { database, clock, blobs, files, config } = deps;
  return sendContent(clock, request, response, async () => {
    const file = await files.findPublicFile(database.reader, shareToken);
    if (file === undefined) throw new DomainError('file_not_found', 'There is no public file at this URL.');
    const cacheControl = cacheControlOf(file, version, config.publicMaxAgeSeconds);
    if (transform !== undefined) {
      const { clientNetwork } = exchangeOf(request);
      // There are many more transforms than anybody needs.
      const admit = async (): Promise<void> => void (await deps.featureLimiter.consume('publicPicture', clientNetwork));
      const options = { transform, disposition: 'inline', cacheControl, admit } as const;
      const content = transformedContent(deps, file, request, options);
      content.headers['x-robots-tag'] = forRobots;
      return content;
    }
    return {
      ...fileContent(blobs, file),
      validators: { etag: etagOf(file), ...contentDates(file, clock.now()) },
      headers: {
        ...inlineHeaders(file, files.toItem(file).contentKind, undefined),
        'cache-control': cacheControl,
        'x-robots-tag': forRobots,
      },
    };
  });
}

function cacheControlOf({ sha256 }: FileRow, version: string | undefined, maxAgeSeconds: number): string {
  const isCurrent = sha256 !== null && version?.toLowerCase() === publicVersionOf(sha256);
  if (version !== undefined && !isCurrent) return `public, max-age=${Math.min(maxAgeSeconds, otherVersionSeconds)}`;
  const isForever = isCurrent && maxAgeSeconds === yearSeconds;
  return `public, max-age=${maxAgeSeconds}, stale-while-revalidate=${staleSeconds}${isForever ? ', immutable' : ''}`;
}
