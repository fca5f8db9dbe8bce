/**
 * Why the file system below the process took no write:
 * - `full`: no space or no quota is left;
 * - `unwritable`: it is read-only, or fails for another reason that may end without a restart.
 */
export type StorageFault = 'full' | 'unwritable';

const fullCodes = new Set([
  'ENOSPC',
  'EDQUOT',
  'SQLITE_FULL',
  // The index of the write-ahead log could not grow.
  'SQLITE_IOERR_SHMSIZE',
  // Postgres: disk_full
  '53100',
]);
/** EROFS, SQLite's codes for a file that refuses writes, Postgres's read_only_sql_transaction and io_error. */
const unwritableCodes = /^(EROFS|DATABASE_FAILED|SQLITE_READONLY.*|SQLITE_CANTOPEN.*|SQLITE_IOERR.*|25006|58030)$/;

/** Maximum number of causes to follow. */
const maxCauses = 8;

/** Checks the error and its causes. undefined if none of them is a file system error. */
export function storageFaultOf(error: unknown): StorageFault | undefined {
  let current: unknown = error;
  for (let depth = 0; depth < maxCauses && current instanceof Error; depth += 1) {
    const code = 'code' in current ? current.code : undefined;
    if (typeof code === 'string') {
      if (fullCodes.has(code)) return 'full';
      if (unwritableCodes.test(code)) return 'unwritable';
    }
    current = current.cause;
  }
  return undefined;
}
