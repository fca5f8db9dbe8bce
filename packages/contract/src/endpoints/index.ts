import * as adminUsers from './admin-users.ts';
import * as adminAudit from './admin-audit.ts';
import * as adminContent from './admin-content.ts';
import * as anonymous from './anonymous.ts';
import * as apiKeys from './api-keys.ts';
import * as archives from './archives.ts';
import * as auth from './auth.ts';
import * as feedback from './feedback.ts';
import * as collections from './collections.ts';
import * as files from './files.ts';
import { fileShares, folderShares } from './item-shares.ts';
import * as itemBatches from './item-batches.ts';
import * as pastes from './pastes.ts';
import * as proofings from './proofings.ts';
import * as publicShares from './public-shares.ts';
import * as service from './service.ts';
import * as shares from './shares.ts';
import * as signedUrls from './signed-urls.ts';
import * as totp from './totp.ts';
import * as uploads from './uploads.ts';
import * as versions from './versions.ts';
import * as webhooks from './webhooks.ts';

/** Every endpoint of the API, by its id. */
export const endpoints = {
  ...uploads,
  ...files,
  ...versions,
  ...signedUrls,
  ...itemBatches,
  ...fileShares,
  ...folderShares,
  ...shares,
  ...archives,
  ...publicShares,
  ...feedback,
  ...anonymous,
  ...collections,
  ...proofings,
  ...pastes,
  ...apiKeys,
  ...webhooks,
  ...auth,
  ...totp,
  ...adminAudit,
  ...adminContent,
  ...adminUsers,
  ...service,
};
