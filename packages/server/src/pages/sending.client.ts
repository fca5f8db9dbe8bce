// Sends files to reserved uploads, with progress. Other client scripts import it by its URL.

const attempts = 4;
const pauseMs = 1000;

/** A failure that is retried. */
class TemporaryError extends Error {}

/** Progress and result of one file in a list. */
export interface Row {
  readonly bar: HTMLProgressElement;
  /** Replaces the bar. */
  end(shown: HTMLElement): void;
  endBadly(error: unknown): void;
}

export function addRow(list: HTMLElement, name: string): Row {
  const row = make('li');
  const title = make('strong');
  title.textContent = name;
  title.dir = 'auto';
  const bar = make('progress');
  bar.max = 1;
  bar.value = 0;
  bar.setAttribute('aria-label', `Progress of ${name}`);
  row.append(title, bar);
  list.append(row);
  return {
    bar,
    end: (shown) => bar.replaceWith(shown),
    endBadly: (error) => {
      const line = make('p');
      line.className = 'wrong';
      line.textContent = error instanceof Error ? error.message : String(error);
      bar.replaceWith(line);
    },
  };
}

export function make<K extends keyof HTMLElementTagNameMap>(name: K): HTMLElementTagNameMap[K] {
  return document.createElement(name);
}

/** Posts JSON and returns the body of the response. Waits and retries if the rate limit is exceeded. */
export async function post(path: string, json: unknown): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(json),
    });
    const body = (await response.json().catch(() => ({}))) as { message?: string; code?: string };
    if (response.ok) return body;
    if (body.code !== 'rate_limited' || attempt > attempts)
      throw new Error(body.message ?? `The server answered ${response.status}.`);
    await pause(Number(response.headers.get('retry-after') ?? 1) * 1000);
  }
}

/** Sends a file. A broken connection is retried; files of `resumableFrom` bytes or more resume where they stopped. */
export async function sendFile(
  file: File,
  uploadUrl: string,
  bar: HTMLProgressElement,
  resumableFrom: number,
): Promise<void> {
  const { pathname } = new URL(uploadUrl);
  const [, files = '', id = ''] = /^(.*)\/uploads\/([^/]+)$/.exec(pathname) ?? [];
  const send =
    file.size < resumableFrom ? () => sendComplete(file, pathname, bar) : resumable(file, `${files}/tus`, id, bar);
  let reached = 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof TemporaryError)) throw error;
      if (bar.value > reached && file.size >= resumableFrom) attempt = 1;
      reached = Math.max(reached, bar.value);
      if (attempt === attempts) throw error;
      await pause(pauseMs * 2 ** attempt);
    }
  }
}

async function sendComplete(file: File, path: string, bar: HTMLProgressElement): Promise<void> {
  const { status, responseText } = await exchange('PUT', path, {}, file, (sent) => (bar.value = sent / file.size));
  if (status !== 200 && !(status === 409 && responseText.includes('upload_already_complete')))
    throw failureOf(status, responseText);
}

/** Sends by tus: each call resumes from the offset of the server. */
function resumable(file: File, path: string, id: string, bar: HTMLProgressElement): () => Promise<void> {
  const tus = { 'tus-resumable': '1.0.0' };
  let isBegun = false;

  const arrivedBytes = async (): Promise<number> => {
    const head = await exchange('HEAD', `${path}/${id}`, tus);
    if (head.status !== 200) throw failureOf(head.status, '');
    return Number(head.getResponseHeader('upload-offset'));
  };

  const begin = async (): Promise<number> => {
    const headers = { ...tus, 'upload-length': String(file.size), 'upload-metadata': `sessionId ${btoa(id)}` };
    const { status, responseText } = await exchange('POST', path, headers);
    if (status !== 201) throw failureOf(status, responseText);
    isBegun = true;
    return 0;
  };

  return async () => {
    const offset = isBegun ? await arrivedBytes() : await begin();
    bar.value = offset / file.size;
    if (offset === file.size) return;
    const headers = { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
    const { status, responseText } = await exchange(
      'PATCH',
      `${path}/${id}`,
      headers,
      file.slice(offset),
      (sent) => (bar.value = (offset + sent) / file.size),
    );
    if (status !== 204) throw failureOf(status, responseText);
  };
}

/** XMLHttpRequest, because fetch reports no upload progress. The file is the body, so that it is not read into memory. */
function exchange(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: Blob | null = null,
  onProgress: (sentBytes: number) => void = () => undefined,
): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    if (body !== null) request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('error', () => reject(new TemporaryError('The connection was lost.')));
    request.addEventListener('load', () => resolve(request));
    request.send(body);
  });
}

function failureOf(status: number, text: string): Error {
  const message = messageOf(text) ?? `The server answered ${status}.`;
  return status >= 500 || status === 409 || status === 429 ? new TemporaryError(message) : new Error(message);
}

function messageOf(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { message?: string }).message;
  } catch {
    return undefined;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
