// Takes files that are dropped, and sends them to reserved uploads with progress. Other client scripts import it by its URL.

import { Network } from '../../../sdk/src/network.ts';
import { blobBytes } from '../../../sdk/src/upload/byte-source.ts';
import { sendReserved } from '../../../sdk/src/upload/put.ts';
import { text } from './script-texts.client.ts';

/** Retries without progress. */
const maxRetries = 3;

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
  bar.setAttribute('aria-label', text('Progress of {name}', { name }));
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
    if (body.code !== 'rate_limited' || attempt > maxRetries + 1)
      throw new Error(body.message ?? text('The server answered {status}.', { status: response.status }));
    await pause(Number(response.headers.get('retry-after') ?? 1) * 1000);
  }
}

/** Sends a file. A broken connection is retried; files of `resumableFrom` bytes or more resume at the received offset. */
export async function sendFile(
  file: File,
  uploadUrl: string,
  bar: HTMLProgressElement,
  resumableFrom: number,
): Promise<void> {
  const [, basePath = '', sessionId = ''] = /^(.*)\/files\/uploads\/([^/]+)$/.exec(new URL(uploadUrl).pathname) ?? [];
  // The page may have been requested under another host than that of the upload URL.
  const baseUrl = `${location.origin}${basePath}`;
  const options = {
    fetch,
    baseUrl,
    headers: {},
    logger: undefined,
    onRetry: undefined,
    onWait: undefined,
    pace: undefined,
  };
  const network = new Network(options);
  const session = { sessionId, uploadUrl: `${baseUrl}/files/uploads/${sessionId}` };
  await sendReserved({ settings: { network, baseUrl, maxRetries } }, blobBytes(file, network), session, {
    resumable: file.size >= resumableFrom,
    maxRetries,
    onSent: (bytes) => (bar.value = bytes / file.size),
    signal: undefined,
  });
}

/**
 * Lets files be dropped anywhere on the page: they are added to the input while `isOpen`. Without it, the browser would leave
 * the page, and with it a transfer, to show the file. `refuse` is called with the reason why nothing was added.
 */
export function acceptDrops(
  input: HTMLInputElement,
  { isOpen, refuse }: { isOpen(): boolean; refuse(why: string): void },
): void {
  const { classList, dataset } = document.documentElement;
  const mark = (isOver: boolean): void => {
    dataset['drop'] = text('Drop the files to add them');
    classList.toggle('dropping', isOver);
  };
  addEventListener('dragover', (event) => {
    const { dataTransfer } = event;
    if (!hasFiles(dataTransfer)) return;
    event.preventDefault();
    dataTransfer.dropEffect = isOpen() ? 'copy' : 'none';
    mark(isOpen());
  });
  addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) mark(false);
  });
  addEventListener('drop', (event) => {
    const { dataTransfer } = event;
    if (!hasFiles(dataTransfer)) return;
    event.preventDefault();
    mark(false);
    if (!isOpen()) return;
    const folder = [...dataTransfer.items].map((item) => item.webkitGetAsEntry()).find((entry) => entry?.isDirectory);
    if (folder != null)
      return refuse(text('“{name}” is a folder. Drop the files that are in it.', { name: folder.name }));
    const chosen = new DataTransfer();
    const before = input.multiple ? (input.files ?? []) : [];
    for (const file of [...before, ...dataTransfer.files]) chosen.items.add(file);
    input.files = chosen.files;
    input.dispatchEvent(new Event('change'));
    input.focus();
  });
}

const hasFiles = (dragged: DataTransfer | null): dragged is DataTransfer => dragged?.types.includes('Files') === true;

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
