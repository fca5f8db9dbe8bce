import { ApiError, ConnectionError, DriveError, type Item } from '@drive/sdk';
import { queryOptions } from '@tanstack/react-query';
import { decodeText, isUtf8, shownTextBytes } from '../browser/decode-text.ts';
import { rangeHeader, type RangeSource } from '../browser/range-source.ts';
import { client, reachableUrl, readableUrl } from './client.ts';
import { queryClient } from './query-client.ts';

/** Shorter than the shortest useful life of a signed URL (DRIVE_DOWNLOAD_URL_SECONDS). */
export const urlStaleMs = 5 * 60_000;

/** Pixels of the longer side of a picture that the server makes. */
const pictureWidth = 2048;

/** Files whose URLs are created with one request, because each counts in the rate limit. */
const urlsAtOnce = 20;

/** Signed URL under which the browser displays the file; a request with it is no download. `near`: files likely to follow. */
export const inlineUrlQuery = ({ id, sha256 }: Pick<Item, 'id' | 'sha256'>, near: readonly Item[] = []) =>
  queryOptions({
    queryKey: urlKey(id, sha256),
    queryFn: async ({ signal }): Promise<string> => {
      const others = near.filter(
        (item) => item.id !== id && queryClient.getQueryData(urlKey(item.id, item.sha256)) === undefined,
      );
      if (others.length === 0) return await signOne(id, signal);
      const ids = [id, ...others.slice(0, urlsAtOnce - 1).map((item) => item.id)];
      const { urls } = await client.files.downloadUrls(ids, { inline: true }, { signal });
      const byId = new Map(urls.map(({ id: of, downloadUrl }) => [of, reachableUrl(downloadUrl)]));
      for (const item of others) {
        const url = byId.get(item.id);
        if (url !== undefined) queryClient.setQueryData(urlKey(item.id, item.sha256), url);
      }
      // The single request says why there is no URL.
      return byId.get(id) ?? (await signOne(id, signal));
    },
    staleTime: urlStaleMs,
    // A new URL would restart a video that plays.
    refetchOnWindowFocus: false,
    meta: { keepsData: true },
  });

const urlKey = (id: string, sha256: string | null) => ['inline-url', id, sha256] as const;

const signOne = (id: string, signal: AbortSignal): Promise<string> =>
  client.files.downloadUrl(id, { inline: true }, { signal }).then(({ downloadUrl }) => reachableUrl(downloadUrl));

/** Signed URL of a picture that the server makes, for example of the JPEG inside a RAW photo, which browsers do not show. */
export const pictureUrlQuery = ({ id, sha256 }: Pick<Item, 'id' | 'sha256'>) =>
  queryOptions({
    queryKey: ['picture-url', id, sha256] as const,
    queryFn: async ({ signal }): Promise<string | null> => {
      const transform = { width: pictureWidth, height: pictureWidth } as const;
      const { urls } = await client.files.downloadUrls([id], { inline: true, transform }, { signal });
      return urls[0] === undefined ? null : reachableUrl(urls[0].downloadUrl);
    },
    staleTime: urlStaleMs,
    refetchOnWindowFocus: false,
  });

export const itemQuery = (id: string) =>
  queryOptions({ queryKey: ['items', 'one', id] as const, queryFn: ({ signal }) => client.files.get(id, { signal }) });

export interface TextContent {
  readonly text: string;
  /** Whether the file continues. */
  readonly isCut: boolean;
  readonly isUtf8: boolean;
}

/** The beginning of a text file. */
export const textQuery = (item: Item) =>
  queryOptions({
    queryKey: ['text', item.id, item.sha256] as const,
    queryFn: async ({ signal }): Promise<TextContent> => {
      // There is no range of nothing.
      if (item.size === 0) return { text: '', isCut: false, isUtf8: true };
      const { downloadUrl } = await client.files.downloadUrl(item.id, { inline: true }, { signal });
      const headers = rangeHeader(0, shownTextBytes);
      const bytes = await (await read(downloadUrl, { headers, signal })).arrayBuffer();
      return { text: decodeText(bytes), isCut: (item.size ?? 0) > bytes.byteLength, isUtf8: isUtf8(bytes) };
    },
    staleTime: Infinity,
    gcTime: 60_000,
  });

/** Whether the file has an inline URL that is not old: its bytes can be read without another request to the API. */
export const hasInlineUrl = ({ id, sha256 }: Item): boolean =>
  queryClient.getQueryData(urlKey(id, sha256)) !== undefined;

/** The bytes of a file, which are read in parts under its inline URL. */
export const itemSource = (item: Pick<Item, 'id' | 'sha256' | 'size'>): RangeSource => ({
  size: item.size ?? 0,
  read: async (begin, end, signal) => {
    const url = await queryClient.fetchQuery(inlineUrlQuery(item));
    const response = await read(url, { headers: rangeHeader(begin, end), signal });
    return new Uint8Array(await response.arrayBuffer().catch((cause: unknown) => failedRead(cause, signal)));
  },
});

/** Whether the server or the connection is the reason, not the content of a file: another try may succeed. */
export const isReadError = (error: unknown): error is DriveError => error instanceof DriveError;

/** Makes the next part of a file be read under a new URL. */
export const renewUrl = ({ id, sha256 }: Pick<Item, 'id' | 'sha256'>): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: urlKey(id, sha256) });

/** Finds out why the browser displays nothing under a signed URL; without an error, the reason is the content. */
export const readableQuery = (signedUrl: string) =>
  queryOptions({
    queryKey: ['readable', signedUrl] as const,
    queryFn: ({ signal }) => read(signedUrl, { method: 'HEAD', signal }).then(() => true),
    gcTime: 0,
  });

function failedRead(cause: unknown, signal: AbortSignal): never {
  throw signal.aborted ? cause : new ConnectionError('network_error', 'The server did not answer.', { cause });
}

async function read(signedUrl: string, init: RequestInit & { readonly signal: AbortSignal }): Promise<Response> {
  const response = await fetch(readableUrl(signedUrl), init).catch((cause: unknown) => failedRead(cause, init.signal));
  const { ok, status } = response;
  if (ok) return response;
  const code = status === 502 ? 'storage_failure' : 'unexpected_answer';
  throw new ApiError(code, `The server answered ${status}.`, { status });
}
