import type { UploadReservation } from '../api.gen.ts';
import type { Transport } from '../transport.ts';
import type { ByteSource } from './byte-source.ts';
import type { ResumeEntry, UploadOptions } from './upload-types.ts';

/** The place of one upload in a ResumeStore. */
export interface ResumeMemory {
  find(): Promise<ResumeEntry | undefined>;
  keep(session: UploadReservation): Promise<void>;
  forget(): Promise<void>;
}

/** undefined where there is no store, or nothing that would tell the source from another. */
export function resumeMemory(
  transport: Transport,
  source: ByteSource,
  name: string,
  options: UploadOptions,
): ResumeMemory | undefined {
  const store = options.resumeStore;
  const identity = options.resumeKey ?? source.identity;
  if (store === undefined || identity === undefined) return undefined;
  const key = `drive-upload ${transport.settings.baseUrl} ${options.folderId ?? '/'} ${name} ${source.size} ${identity}`;
  return {
    async find() {
      const entry: unknown = await store.get(key);
      return isEntry(entry) ? entry : undefined;
    },
    keep: ({ sessionId, fileId, shareToken, shortUrl }) => store.set(key, { sessionId, fileId, shareToken, shortUrl }),
    forget: () => store.remove(key),
  };
}

/** A store is written by others, and may have been cut short. */
function isEntry(entry: unknown): entry is ResumeEntry {
  if (typeof entry !== 'object' || entry === null) return false;
  const { sessionId, fileId } = entry as Partial<Record<string, unknown>>;
  return typeof sessionId === 'string' && typeof fileId === 'string';
}
