import { endpoint } from '../endpoint.ts';
import { featureLimits } from '../feature-limits.ts';
import { DownloadUrlBatch, DownloadUrls, ItemBatch, ItemBatchResult } from '../schemas/items-schemas.ts';

const eachAlone =
  'Handles each item independently, in the order of the request. Items that fail are listed in `failed` with the reason. Duplicate IDs count once.';

const changed = {
  200: { description: 'Every item succeeded. `updated` is in the order of the request.', schema: ItemBatchResult },
  207: { description: 'At least one item failed.', schema: ItemBatchResult },
};

export const createDownloadUrls = endpoint({
  id: 'createDownloadUrls',
  method: 'POST',
  path: '/api/files/download-urls',
  tag: 'Files and folders',
  summary: 'Get the download URLs of several files',
  description: `${eachAlone} A folder fails with status 404. A file whose URL was requested ${featureLimits.downloadUrl.calls} times within a minute, alone or in batches, fails with status 429.`,
  auth: 'required',
  scope: 'files:read',
  folderKeys: { items: 'body.ids', eachAlone: true },
  body: DownloadUrlBatch,
  responses: {
    200: { description: 'A signed URL of each file, in the order of the request.', schema: DownloadUrls },
    207: { description: 'At least one file failed.', schema: DownloadUrls },
  },
  errors: [],
});

export const trashFiles = endpoint({
  id: 'trashFiles',
  method: 'POST',
  path: '/api/files/trash',
  tag: 'Trash',
  summary: 'Move several files and folders to the trash',
  description: `${eachAlone} An item that is already in the trash counts as updated.`,
  auth: 'required',
  scope: 'files:write',
  folderKeys: { items: 'body.ids', eachAlone: true },
  body: ItemBatch,
  responses: changed,
  errors: [],
});

export const restoreFiles = endpoint({
  id: 'restoreFiles',
  method: 'POST',
  path: '/api/files/restore',
  tag: 'Trash',
  summary: 'Restore several files and folders from the trash',
  description: `${eachAlone} An item whose name is taken in its folder fails with status 409.`,
  auth: 'required',
  scope: 'files:write',
  folderKeys: { items: 'body.ids', eachAlone: true },
  body: ItemBatch,
  responses: changed,
  errors: ['too_many_requests'],
});

export const purgeFiles = endpoint({
  id: 'purgeFiles',
  method: 'POST',
  path: '/api/files/delete',
  tag: 'Trash',
  summary: 'Permanently delete several files and folders in the trash',
  description: `${eachAlone} \`updated\` contains the items as they were in the trash. An item that was permanently deleted earlier counts as updated; its name may be empty. An item that is not in the trash fails with status 409.`,
  auth: 'required',
  scope: 'files:write',
  folderKeys: { items: 'body.ids', eachAlone: true },
  body: ItemBatch,
  responses: changed,
  errors: ['too_many_requests'],
});
