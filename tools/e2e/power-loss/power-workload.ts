import { createHash, randomBytes, randomInt } from 'node:crypto';
import { statSync } from 'node:fs';

/** State of a file after an acknowledged call. */
export interface FileState {
  readonly state: 'alive' | 'trashed' | 'gone';
  readonly name: string;
}

/** A call and the resulting state of its file. The file has one caller, so calls about it do not overlap. */
interface Step extends FileState {
  /** Bytes of the disk log at the start of the call, and at its response; Infinity without one. */
  readonly begunAt: number;
  readonly answeredAt: number;
}

export interface WorkedFile {
  /** Empty until the server has said it. */
  id: string;
  /** Empty if the file was stored by path. */
  sessionId: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly isCollected: boolean;
  readonly steps: Step[];
  /** Share of the file, with the time of the response that contained its token. */
  share: { readonly token: string; readonly answeredAt: number } | undefined;
}

export interface WorkloadOptions {
  readonly url: string;
  readonly key: string;
  readonly collectionToken: string;
  readonly diskLog: string;
}

/**
 * The states that a file may have after a power loss at `time`: that of the last response, or that of the call in
 * progress.
 */
export function statesAt({ steps }: WorkedFile, time: number): readonly FileState[] {
  const answered = steps.findLastIndex(({ answeredAt }) => answeredAt <= time);
  const next = steps[answered + 1];
  const last: FileState = steps[answered] ?? { state: 'gone', name: '' };
  return next !== undefined && next.begunAt <= time ? [last, next] : [last];
}

/** One caller that uploads and copies files and then shares, renames, trashes, restores and purges them, until it is stopped. */
export async function work(options: WorkloadOptions, files: WorkedFile[], signal: AbortSignal): Promise<void> {
  const own: WorkedFile[] = [];
  while (!signal.aborted) {
    const file = own[randomInt(own.length + 1)];
    const last = file?.steps.at(-1);
    if (file === undefined || last === undefined || own.length < 3) {
      // A file that visitors sent lies in another folder, where its name is its own.
      const source = own.find(({ steps, isCollected }) => !isCollected && steps.at(-1)?.state === 'alive');
      const isCopy = source !== undefined && randomInt(3) === 0;
      own.push(await (isCopy ? copy(options, files, source) : upload(options, files)));
    } else if (last.state === 'gone') {
      own.splice(own.indexOf(file), 1);
    } else {
      await change(options, file, last);
    }
  }
}

const now = ({ diskLog }: WorkloadOptions): number => statSync(diskLog).size;

async function upload(options: WorkloadOptions, files: WorkedFile[]): Promise<WorkedFile> {
  const kind = randomInt(20);
  const bytes = randomBytes(
    kind < 14 ? 1 + randomInt(6000) : kind < 19 ? 1 + randomInt(100_000) : 1 + randomInt(1_500_000),
  );
  const isCollected = randomInt(4) === 0;
  const name = `${files.length}.bin`;
  const file: WorkedFile = {
    id: '',
    sessionId: '',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    sizeBytes: bytes.length,
    isCollected,
    steps: [],
    share: undefined,
  };
  files.push(file);
  const begunAt = now(options);
  const step = { state: 'alive', name, begunAt } as const;
  if (!isCollected && randomInt(2) === 0) {
    file.steps.push({ ...step, answeredAt: Infinity });
    file.id = await putByPath(options, name, bytes);
    file.steps[0] = { ...step, answeredAt: now(options) };
    return file;
  }
  const wanted = { fileName: name, contentType: 'application/octet-stream' };
  const reserved = isCollected
    ? await call(options, 'POST', `/api/public/collect/${options.collectionToken}/uploads`, {
        ...wanted,
        sizeBytes: bytes.length,
      })
    : await call(options, 'POST', '/api/uploads', { ...wanted, fileSizeBytes: bytes.length });
  const { sessionId, fileId } = reserved as { sessionId: string; fileId: string };
  file.id = fileId;
  file.sessionId = sessionId;
  file.steps.push({ ...step, answeredAt: Infinity });
  if (randomInt(2) === 0) await put(`${options.url}/files/uploads/${sessionId}`, bytes);
  else await patch(`${options.url}/files/tus/${sessionId}`, bytes);
  file.steps[0] = { ...step, answeredAt: now(options) };
  return file;
}

async function copy(
  options: WorkloadOptions,
  files: WorkedFile[],
  { id, sha256, sizeBytes }: WorkedFile,
): Promise<WorkedFile> {
  const begunAt = now(options);
  const steps: Step[] = [{ state: 'alive', name: '', begunAt, answeredAt: Infinity }];
  const file: WorkedFile = { id: '', sessionId: '', sha256, sizeBytes, isCollected: false, steps, share: undefined };
  files.push(file);
  const { copied } = (await call(options, 'POST', '/api/files/copy', { ids: [id], copyToRoot: true })) as {
    readonly copied: readonly [{ readonly id: string; readonly name: string }];
  };
  const [{ id: copyId, name }] = copied;
  file.id = copyId;
  steps[0] = { state: 'alive', name, begunAt, answeredAt: now(options) };
  return file;
}

async function put(url: string, bytes: Buffer): Promise<void> {
  const response = await fetch(url, { method: 'PUT', body: new Uint8Array(bytes) });
  if (response.status !== 200) throw new Error(`PUT answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

/** Returns the id of the file. */
async function putByPath({ url, key }: WorkloadOptions, name: string, bytes: Buffer): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${url}/files/by-path/${name}`, { method: 'PUT', headers, body: new Uint8Array(bytes) });
  if (response.status !== 201) throw new Error(`PUT answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
}

async function patch(url: string, bytes: Buffer): Promise<void> {
  const middle = randomInt(bytes.length + 1);
  for (const [from, to] of [
    [0, middle],
    [middle, bytes.length],
  ] as const) {
    const response = await fetch(url, {
      method: 'PATCH',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': String(from),
        'content-type': 'application/offset+octet-stream',
      },
      body: new Uint8Array(bytes.subarray(from, to)),
    });
    if (response.status !== 204) throw new Error(`PATCH answered ${response.status}: ${await response.text()}`);
    if (to === bytes.length) return;
  }
}

async function change(options: WorkloadOptions, file: WorkedFile, { state, name }: FileState): Promise<void> {
  const path = `/api/files/${file.id}`;
  const apply = async (next: FileState, method: string, to: string, json?: unknown): Promise<void> => {
    const begunAt = now(options);
    file.steps.push({ ...next, begunAt, answeredAt: Infinity });
    await call(options, method, to, json);
    file.steps[file.steps.length - 1] = { ...next, begunAt, answeredAt: now(options) };
  };
  const dice = randomInt(6);
  if (state === 'trashed') {
    // The name of a copy, such as `a (1)`, may have been given to another one.
    if (dice < 3 && !name.includes('(')) await apply({ state: 'alive', name }, 'POST', `${path}/restore`);
    else await apply({ state: 'gone', name: '' }, 'DELETE', `${path}/permanent`);
  } else if (dice === 0 && file.share === undefined) {
    const { shareToken } = (await call(options, 'POST', `${path}/share`, {})) as { shareToken: string };
    file.share = { token: shareToken, answeredAt: now(options) };
  } else if (dice < 4) {
    const renamed = `${randomInt(1_000_000_000)} ${name.split(' ').at(-1)}`;
    await apply({ state: 'alive', name: renamed }, 'PATCH', path, { name: renamed });
  } else {
    await apply({ state: 'trashed', name }, 'DELETE', path);
  }
}

export async function call(
  { url, key }: Pick<WorkloadOptions, 'url' | 'key'>,
  method: string,
  path: string,
  json?: unknown,
): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
