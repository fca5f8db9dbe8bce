/** A system call that fails while a request runs, or as often as it is made until the fault is lifted. */
export interface Fault {
  readonly error: 'EIO' | 'ENOSPC' | 'EROFS' | 'SHORT';
  /** Calls that fail; -1 for all. */
  readonly count: 1 | -1;
}

/** What a client asks for. `start` is the start of the server. */
export type Request = 'small' | 'large' | 'replacement' | 'tus' | 'removal' | 'start';

export interface FaultCase {
  readonly request: Request;
  readonly call: 'open' | 'write' | 'sync' | 'rename' | 'mkdir' | 'unlink';
  /** Part of the path; BUCKET stands for the directory of new blobs, `$` for the end of the path. */
  readonly place: string;
  /** The call in words. */
  readonly what: string;
  /** The server has just started: its first blob makes a directory. */
  readonly isFirst?: boolean;
  readonly fault: Fault;
}

const once = { count: 1 } as const;
const lasting = { count: -1 } as const;
const onAnyCall: readonly Fault[] = [
  { error: 'EIO', ...once },
  { error: 'ENOSPC', ...lasting },
  { error: 'EROFS', ...lasting },
];
const onWrite: readonly Fault[] = [...onAnyCall, { error: 'SHORT', ...once }];
/** A file system reports a failed write-back once. */
const onSync: readonly Fault[] = [
  { error: 'EIO', ...once },
  { error: 'EIO', ...lasting },
  { error: 'ENOSPC', ...once },
];
/** Errors of a removal. */
const onUnlink: readonly Fault[] = [
  { error: 'EIO', ...once },
  { error: 'EROFS', ...lasting },
];

type Call = Omit<FaultCase, 'fault'>;

/** The calls between a request and its acknowledgement, in their order. */
const calls: readonly (readonly [Call, readonly Fault[]])[] = [
  [{ request: 'small', call: 'mkdir', place: '/blobs/', what: 'mkdir of a day of blobs', isFirst: true }, onAnyCall],
  [{ request: 'small', call: 'sync', place: '/blobs$', what: 'fsync of `blobs/`', isFirst: true }, onSync],
  [{ request: 'small', call: 'open', place: '/blobs/BUCKET/', what: 'open of a small blob' }, onAnyCall],
  [{ request: 'small', call: 'write', place: '/blobs/BUCKET/', what: 'write of a small blob' }, onWrite],
  [{ request: 'small', call: 'sync', place: '/blobs/BUCKET/', what: 'fsync of a small blob' }, onSync],
  [{ request: 'small', call: 'sync', place: '/blobs/BUCKET$', what: 'fsync of its directory' }, onSync],
  [{ request: 'large', call: 'open', place: '/staging/', what: 'open of a staged file' }, onAnyCall],
  [{ request: 'large', call: 'write', place: '/staging/', what: 'write of a staged file' }, onWrite],
  [{ request: 'large', call: 'sync', place: '/staging/', what: 'fsync of a staged file' }, onSync],
  [{ request: 'large', call: 'rename', place: '/staging/', what: 'rename to a blob' }, onAnyCall],
  [{ request: 'large', call: 'sync', place: '/blobs/BUCKET$', what: 'fsync of the directory of the blob' }, onSync],
  [{ request: 'tus', call: 'write', place: '/staging/', what: 'write of a later piece by tus' }, onWrite],
  [{ request: 'replacement', call: 'sync', place: '/blobs/BUCKET/', what: 'fsync of a new content' }, onSync],
  [{ request: 'small', call: 'write', place: '.db-wal', what: 'write of the log of SQLite' }, onWrite],
  [{ request: 'small', call: 'sync', place: '.db-wal', what: 'fsync of the log of SQLite' }, onSync],
  [{ request: 'removal', call: 'unlink', place: '/blobs/', what: 'unlink of a purged blob' }, onUnlink],
  [{ request: 'start', call: 'write', place: '.db$', what: 'write of the database at the start' }, onWrite],
  [{ request: 'start', call: 'sync', place: '.db$', what: 'fsync of the database at the start' }, onSync],
];

export const faultCases: readonly FaultCase[] = calls.flatMap(([call, faults]) =>
  faults.map((fault) => ({ ...call, fault })),
);

const errors = { EIO: 'EIO', ENOSPC: 'ENOSPC', EROFS: 'EROFS', SHORT: 'half is written' } as const;
export const nameOf = ({ error, count }: Fault): string => `${errors[error]}${count === 1 ? ', once' : ''}`;
