/** The form of a backup. What is in it, and where it comes from, decides the program. */
export { readBackup, type BackupEntry } from './backup-source.ts';
export type { BackupTarget } from './backup-target.ts';
export { openFileTarget } from './file-target.ts';
export { openFolderTarget } from './folder-target.ts';
export {
  BackupError,
  blobPrefix,
  describedBy,
  manifestName,
  parseManifest,
  parseStoredBlob,
  secretName,
  settingsName,
  type Manifest,
  type StoredBlob,
} from './manifest.ts';
export {
  isRestoreUnfinished,
  makeWorkDirectory,
  markRestore,
  removeUnfinished,
  RestoreUnfinishedError,
  unfinished,
  unmarkRestore,
} from './unfinished.ts';
