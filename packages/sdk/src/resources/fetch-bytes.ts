import { errorFromAnswer, errorFromThrown } from '../error-from.ts';
import type { RequestOptions } from '../request-options.ts';
import { persist } from '../retry.ts';
import type { Transport } from '../transport.ts';
import { parseJson } from '../upload/parse-json.ts';

/** The bytes at a signed address, as the platform's own Response. */
export async function fetchBytes(
  { settings }: Transport,
  url: string,
  { headers = {}, signal, maxRetries = settings.maxRetries }: RequestOptions,
): Promise<Response> {
  return await persist(
    async () => {
      try {
        const response = await settings.fetch(url, { headers, ...(signal === undefined ? {} : { signal }) });
        if (response.ok) return response;
        const head = { status: response.status, header: (name: string) => response.headers.get(name) };
        throw errorFromAnswer(head, parseJson(await response.text()));
      } catch (thrown) {
        throw errorFromThrown(thrown, url, signal);
      }
    },
    { maxRetries, signal },
  );
}
