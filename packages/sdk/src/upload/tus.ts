import type { DetailedError, Upload as TusUpload } from 'tus-js-client';
import { DriveError, errorFromAnswer, errorFromThrown } from '../error.ts';
import { parseJson, type ByteSource, type SendOptions } from './byte-source.ts';

const retryDelaysMs = [0, 500, 1000, 2000, 4000, 8000, 15_000, 30_000];

/**
 * Sends what the server does not have yet. The session was reserved before, so there is only its own address and never an
 * endpoint to create at: given one, tus-js-client would start a second upload whenever a look at the first one fails.
 */
export async function sendByTus(url: string, source: ByteSource, { onSent, signal }: SendOptions): Promise<void> {
  // Loaded when it is needed: most uploads are small.
  const { Upload } = await import('tus-js-client');
  await new Promise<void>((resolve, reject) => {
    let upload: TusUpload | undefined = undefined;
    const settle = (act: () => void): void => {
      signal?.removeEventListener('abort', stop);
      act();
    };
    const stop = (): void => {
      void upload?.abort();
      settle(() => reject(errorFromThrown(undefined, url, signal)));
    };
    upload = new Upload(new Blob(), {
      uploadUrl: url,
      uploadSize: source.size,
      chunkSize: source.pieceBytes,
      retryDelays: retryDelaysMs,
      storeFingerprintForResuming: false,
      fileReader: {
        openFile: async () => ({
          size: source.size,
          slice: async (start: number, end: number) => {
            const until = Math.min(end, source.size);
            const value = await source.piece(start, until);
            // tus-js-client believes that there is nothing in what has no size.
            if (!('size' in value)) Object.defineProperty(value, 'size', { value: until - start });
            return { value, done: until >= source.size };
          },
          close: () => {},
        }),
      },
      onShouldRetry: (error) => {
        const status = error.originalResponse?.getStatus();
        return (
          status === undefined || status === 0 || status === 409 || status === 423 || status === 429 || status >= 500
        );
      },
      onProgress: (sent) => onSent(sent),
      onSuccess: () => settle(resolve),
      onError: (error) => settle(() => reject(fromTus(error, url, signal))),
    });
    if (signal?.aborted === true) return stop();
    signal?.addEventListener('abort', stop);
    upload.start();
  });
}

function fromTus(error: Error | DetailedError, url: string, signal: AbortSignal | undefined): DriveError {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  if (response === null || status === 0)
    return errorFromThrown(
      'causingError' in error && error.causingError !== null ? error.causingError : error,
      url,
      signal,
    );
  return errorFromAnswer({ status, header: (name) => response.getHeader(name) }, parseJson(response.getBody()));
}
