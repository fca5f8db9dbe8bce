import type { NewUpload, ResumeStore, UploadOptions, UploadReservation } from '@drive/sdk';
import type { FolderCalls } from './folder-maker.ts';
import type { Session } from './new-upload.ts';

/** Limits of the user's storage, and the bytes in use. */
export interface UserStorage {
  readonly quotaBytes: number | null;
  readonly usedBytes: number;
  readonly maxFileBytes: number;
}

/** Calls of the server that the upload queue makes. */
export interface UploadServer {
  readonly files: FolderCalls;
  /** Never answered from a cache. */
  getStorage(): Promise<UserStorage>;
  reserve(upload: NewUpload): Promise<UploadReservation>;
  /** Reserves all or none. */
  reserveAll(uploads: NewUpload[]): Promise<readonly UploadReservation[]>;
  /** Sends all bytes of a reservation. */
  put(session: UploadReservation, file: File, options: Pick<UploadOptions, 'signal'>): Promise<unknown>;
  /** Reserves, and sends resumably. */
  upload(file: File, options: UploadOptions): Promise<unknown>;
  /** Cancels a reservation. */
  cancel(session: Session): Promise<unknown>;
}

/** What the upload queue needs of the browser and of the rest of the app. */
export interface UploadPorts {
  readonly server: UploadServer;
  readonly connection: {
    /** Calls the listener each time the server answers again. */
    onBack(listener: () => void): void;
    report(error: unknown): void;
  };
  readonly clock: {
    /** In milliseconds from any time on. */
    now(): number;
    /** Returns a function that cancels the call. */
    after(ms: number, call: () => void): () => void;
  };
  readonly resumeStore: ResumeStore | undefined;
  /** The server refused the session of the user. */
  reportSessionEnd(): void;
  refreshItems(): Promise<void>;
}
