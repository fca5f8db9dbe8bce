import {
  browserResumeStore,
  isDriveError,
  uploadWithGrant,
  type GrantSource,
  type GrantUpload,
  type ResumeEntry,
  type ResumeStore,
} from '@drive/sdk';
import { textOfCode, type UploadTexts } from './upload-texts.ts';

/**
 * Options of uploads: where the grant comes from, and what is checked before a file is sent. Drive checks everything again.
 *
 * @example
 * ```tsx
 * import { useUpload, type UploadControllerOptions } from '@drive/react';
 *
 * const options: UploadControllerOptions = { endpoint: '/api/upload', accept: ['image/*'], maxBytes: 5_000_000 };
 * export const useAvatar = () => useUpload(options);
 * ```
 */
export interface UploadControllerOptions {
  /** URL of the route that `createUploadHandler` of `@drive/sdk/server` answers. Relative to the page. */
  readonly endpoint?: string | URL | undefined;
  /** Headers of the requests to it. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Token of an upload grant and URL of the server, instead of `endpoint`. */
  readonly grant?: { readonly token: string; readonly baseUrl: string } | undefined;
  /** Metadata of each file. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** Media types and endings of names: `image/*`, `.csv`. Default: all. */
  readonly accept?: readonly string[] | undefined;
  /** Largest file in bytes. Default: no limit. */
  readonly maxBytes?: number | undefined;
  /** Files that are uploaded at a time. Default: 3. */
  readonly concurrency?: number | undefined;
  /** Default: the store of the browser, so that a file of more than 8 MiB goes on after a reload when it is chosen again. */
  readonly resumeStore?: ResumeStore | undefined;
  /** Called for each file that is uploaded. */
  readonly onUploaded?: ((upload: GrantUpload, file: File) => void) | undefined;
  /** Called for each file that fails. */
  readonly onFailed?: ((error: unknown, file: File) => void) | undefined;
}

/**
 * A file in the list of uploads.
 *
 * @example
 * ```tsx
 * import type { UploadItem } from '@drive/react';
 *
 * export const percentOf = ({ bytes, total }: UploadItem): number => Math.round((bytes / total) * 100);
 * ```
 */
export interface UploadItem {
  readonly id: string;
  readonly file: File;
  readonly status: 'waiting' | 'uploading' | 'paused' | 'done' | 'failed';
  /** Bytes sent so far, also in earlier runs. */
  readonly bytes: number;
  readonly total: number;
  /** `null` at first. */
  readonly secondsLeft: number | null;
  /** The reason of the status `failed`: the text that says it, and the error. */
  readonly failure: { readonly text: keyof UploadTexts; readonly error: unknown } | null;
  /** With the status `done`. */
  readonly upload: GrantUpload | null;
}

/** An item with what runs for it. */
interface Running {
  item: UploadItem;
  stop: AbortController | undefined;
  /** What the store has of it. */
  kept: { readonly key: string; readonly entry: ResumeEntry } | undefined;
}

/** Uploads files, some at a time. Knows no view: React and the web component subscribe to it. */
export class UploadController {
  #options: UploadControllerOptions;
  readonly #running = new Map<string, Running>();
  readonly #listeners = new Set<() => void>();
  #items: readonly UploadItem[] = [];
  #store: ResumeStore | undefined;
  #count = 0;

  constructor(options: UploadControllerOptions = {}) {
    this.#options = options;
  }

  /** The options of uploads that begin from now on. */
  configure(options: UploadControllerOptions): void {
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** The same list until something changes. */
  readonly getItems = (): readonly UploadItem[] => this.#items;

  /** Adds files and begins to upload them. */
  add(files: Iterable<File>): void {
    for (const file of files) {
      const id = `upload-${(this.#count += 1)}`;
      const text = this.#refusalOf(file);
      this.#running.set(id, {
        item: {
          id,
          file,
          status: text === undefined ? 'waiting' : 'failed',
          bytes: 0,
          total: file.size,
          secondsLeft: null,
          failure: text === undefined ? null : { text, error: undefined },
          upload: null,
        },
        stop: undefined,
        kept: undefined,
      });
    }
    this.#changed();
    this.#beginNext();
  }

  pause(id: string): void {
    this.#end(id, 'paused');
  }

  /** Continues a paused upload, or tries a failed one again. */
  resume(id: string): void {
    const running = this.#running.get(id);
    if (running === undefined || !['paused', 'failed'].includes(running.item.status)) return;
    const text = this.#refusalOf(running.item.file);
    this.#set(
      running,
      text === undefined ? { status: 'waiting', failure: null } : { failure: { text, error: undefined } },
    );
    this.#beginNext();
  }

  /** Ends an upload, also on the server, and removes it from the list. */
  cancel(id: string): void {
    const running = this.#running.get(id);
    if (running === undefined) return;
    running.stop?.abort();
    this.#running.delete(id);
    this.#changed();
    this.#beginNext();
    if (running.kept === undefined || running.item.status === 'done') return;
    const { key, entry } = running.kept;
    void this.#storeOf().remove(key);
    if (entry.baseUrl !== undefined)
      void fetch(`${entry.baseUrl}/files/uploads/${entry.sessionId}`, { method: 'DELETE' }).catch(() => undefined);
  }

  /** Pauses everything, for a view that goes away. */
  pauseAll(): void {
    for (const { item } of this.#running.values())
      if (item.status === 'uploading' || item.status === 'waiting') this.pause(item.id);
  }

  #end(id: string, status: 'paused'): void {
    const running = this.#running.get(id);
    if (running === undefined || !['waiting', 'uploading'].includes(running.item.status)) return;
    this.#set(running, { status, secondsLeft: null });
    running.stop?.abort();
    running.stop = undefined;
    this.#beginNext();
  }

  #beginNext(): void {
    const all = [...this.#running.values()];
    let free = (this.#options.concurrency ?? 3) - all.filter(({ item }) => item.status === 'uploading').length;
    for (const running of all) {
      if (free <= 0) return;
      if (running.item.status !== 'waiting') continue;
      free -= 1;
      void this.#upload(running);
    }
  }

  async #upload(running: Running): Promise<void> {
    const { file } = running.item;
    const { metadata, onUploaded, onFailed } = this.#options;
    const stop = new AbortController();
    running.stop = stop;
    this.#set(running, { status: 'uploading' });
    const isCurrent = (): boolean => running.stop === stop;
    try {
      const upload = await uploadWithGrant(file, this.#source(), {
        metadata,
        signal: stop.signal,
        resumeStore: this.#noting(running),
        onProgress: ({ bytes, secondsLeft }) => {
          if (isCurrent()) this.#set(running, { bytes, secondsLeft });
        },
      });
      if (!isCurrent()) return;
      this.#set(running, { status: 'done', bytes: file.size, secondsLeft: null, upload });
      onUploaded?.(upload, file);
    } catch (error) {
      if (!isCurrent() || stop.signal.aborted) return;
      const text = textOfCode(isDriveError(error) ? error.code : '');
      this.#set(running, { status: 'failed', secondsLeft: null, failure: { text, error } });
      onFailed?.(error, file);
    } finally {
      this.#beginNext();
    }
  }

  #source(): GrantSource {
    const { endpoint, headers, grant } = this.#options;
    if (grant !== undefined) return grant;
    if (endpoint === undefined) throw new Error('Give endpoint, or grant with token and baseUrl.');
    return { endpoint, headers };
  }

  /** The store, which tells what it keeps of this upload. */
  #noting(running: Running): ResumeStore {
    const store = this.#storeOf();
    return {
      get: async (key) => {
        const entry = await store.get(key);
        running.kept = entry && { key, entry };
        return entry;
      },
      set: async (key, entry) => {
        running.kept = { key, entry };
        await store.set(key, entry);
      },
      remove: async (key) => {
        running.kept = undefined;
        await store.remove(key);
      },
    };
  }

  #storeOf(): ResumeStore {
    return (this.#store ??= this.#options.resumeStore ?? openStore());
  }

  #refusalOf(file: File): keyof UploadTexts | undefined {
    const { accept, maxBytes = Infinity } = this.#options;
    if (file.size === 0) return 'empty';
    if (file.size > maxBytes) return 'tooLarge';
    return accept === undefined || accept.some((type) => matches(file, type)) ? undefined : 'wrongType';
  }

  #set(running: Running, change: Partial<UploadItem>): void {
    running.item = { ...running.item, ...change };
    this.#changed();
  }

  #changed(): void {
    this.#items = [...this.#running.values()].map(({ item }) => item);
    for (const listener of this.#listeners) listener();
  }
}

/** As Drive compares them. A browser may not know the type of a file. */
function matches({ name, type }: File, accepted: string): boolean {
  const wanted = accepted.trim().toLowerCase();
  if (wanted.startsWith('.')) return name.toLowerCase().endsWith(wanted);
  return type === '' || (wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted);
}

/** A page may forbid its storage: then an upload goes on while the page is open. */
function openStore(): ResumeStore {
  try {
    return browserResumeStore();
  } catch {
    const entries = new Map<string, ResumeEntry>();
    return {
      get: async (key) => entries.get(key),
      set: async (key, entry) => void entries.set(key, entry),
      remove: async (key) => void entries.delete(key),
    };
  }
}
