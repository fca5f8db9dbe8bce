import type { Tool } from './tool.ts';
import { listDrives, listFolder, search } from './tools/browse-tools.ts';
import { copy, move } from './tools/place-tools.ts';
import { readFile } from './tools/read-file-tool.ts';
import { share } from './tools/share-tool.ts';
import { restore, trash } from './tools/trash-tools.ts';
import { createUploadGrant } from './tools/upload-grant-tool.ts';
import { listVersions, restoreVersion } from './tools/version-tools.ts';
import { createFolder, writeFile } from './tools/write-tools.ts';

export const allTools: readonly Tool[] = [
  listDrives,
  listFolder,
  search,
  readFile,
  writeFile,
  createFolder,
  move,
  copy,
  trash,
  restore,
  listVersions,
  restoreVersion,
  share,
  createUploadGrant,
];
