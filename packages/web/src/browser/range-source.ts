/** Bytes that are read in parts. */
export interface RangeSource {
  readonly size: number;
  /** The bytes from `begin` on, without that at `end`. */
  read(begin: number, end: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
}

export const blobSource = (blob: Blob): RangeSource => ({
  size: blob.size,
  read: async (begin, end) => new Uint8Array(await blob.slice(begin, end).arrayBuffer()),
});

/** Asks for the bytes from `begin` on, without that at `end`. */
export const rangeHeader = (begin: number, end: number): { readonly range: string } => ({
  range: `bytes=${begin}-${end - 1}`,
});

/**
 * Bytes under a URL that redirects to one of its own for each visit: only the first part asks it. Rejects if the server does not say
 * how many there are.
 */
export async function redirectedSource(url: string): Promise<RangeSource> {
  let target = url;
  const read = async (begin: number, end: number, signal?: AbortSignal): Promise<Response> => {
    const headers = rangeHeader(begin, end);
    let response = await fetch(target, { headers, signal: signal ?? null });
    // The target has expired.
    if (!response.ok && target !== url) response = await fetch(url, { headers, signal: signal ?? null });
    if (response.status !== 206) throw new Error(`The server answered ${response.status}.`);
    target = response.url;
    return response;
  };
  const [, total] = /\/(\d+)$/.exec((await read(0, 1)).headers.get('content-range') ?? '') ?? [];
  if (total === undefined) throw new Error('The server did not give the size of the file.');
  return {
    size: Number(total),
    read: async (begin, end, signal) => new Uint8Array(await (await read(begin, end, signal)).arrayBuffer()),
  };
}
