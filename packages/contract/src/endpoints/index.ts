import * as adminAudit from './admin/admin-audit-endpoints.ts';
import * as adminContent from './admin/admin-content-endpoints.ts';
import * as adminDrives from './admin/admin-drives-endpoints.ts';
import * as adminGroups from './admin/admin-groups-endpoints.ts';
import * as adminServer from './admin/admin-server-endpoints.ts';
import * as adminUsers from './admin/admin-users-endpoints.ts';
import * as anonymous from './anonymous-endpoints.ts';
import * as apiKeys from './api-keys-endpoints.ts';
import * as archives from './archives-endpoints.ts';
import * as auth from './auth-endpoints.ts';
import * as changes from './changes-endpoints.ts';
import * as collections from './collections-endpoints.ts';
import * as copies from './copies-endpoints.ts';
import * as feedback from './feedback-endpoints.ts';
import * as files from './files-endpoints.ts';
import * as accountDeletion from './identity/account-deletion-endpoints.ts';
import * as identities from './identity/identities-endpoints.ts';
import * as passkeys from './identity/passkeys-endpoints.ts';
import * as itemBatches from './item-batches-endpoints.ts';
import { fileShares, folderShares } from './item-shares-endpoints.ts';
import * as pastes from './pastes-endpoints.ts';
import * as proofings from './proofings-endpoints.ts';
import * as publicShares from './public-shares-endpoints.ts';
import * as reports from './reports-endpoints.ts';
import * as search from './search-endpoints.ts';
import * as service from './service-endpoints.ts';
import * as shares from './shares-endpoints.ts';
import * as signedUrls from './signed-urls-endpoints.ts';
import * as tags from './tags-endpoints.ts';
import * as access from './teams/access-endpoints.ts';
import * as activity from './teams/activity-endpoints.ts';
import * as drives from './teams/drives-endpoints.ts';
import * as links from './teams/links-endpoints.ts';
import * as notifications from './teams/notifications-endpoints.ts';
import * as totp from './totp-endpoints.ts';
import * as uploads from './uploads-endpoints.ts';
import * as filesByPath from './uploads/files-by-path-endpoints.ts';
import * as uploadGrants from './uploads/upload-grants-endpoints.ts';
import * as versions from './versions-endpoints.ts';
import * as webhooks from './webhooks-endpoints.ts';

/** Every endpoint of the API, by its id. */
export const endpoints = {
  ...uploads,
  ...uploadGrants,
  ...files,
  ...filesByPath,
  ...search,
  ...versions,
  ...signedUrls,
  ...itemBatches,
  ...copies,
  ...changes,
  ...tags,
  ...access,
  ...activity,
  ...notifications,
  ...drives,
  ...fileShares,
  ...folderShares,
  ...shares,
  ...links,
  ...archives,
  ...publicShares,
  ...feedback,
  ...reports,
  ...anonymous,
  ...collections,
  ...proofings,
  ...pastes,
  ...apiKeys,
  ...webhooks,
  ...auth,
  ...accountDeletion,
  ...totp,
  ...identities,
  ...passkeys,
  ...adminAudit,
  ...adminContent,
  ...adminServer,
  ...adminUsers,
  ...adminGroups,
  ...adminDrives,
  ...service,
};
