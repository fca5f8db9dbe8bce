import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { dayMs, secondMs } from '@drive/base';
import { createItemBudget, type RateStores } from '@drive/rate-limits';
import { blobDirectoryOf, type Config } from '../config.ts';
import { createAccess } from '../modules/access/index.ts';
import { createAccountDeletion } from '../modules/account-deletion/index.ts';
import { createActivityLog } from '../modules/activity/index.ts';
import { createAdmin } from '../modules/admin/index.ts';
import { createAnonymous } from '../modules/anonymous/index.ts';
import { createArchives } from '../modules/archives/index.ts';
import { createAuditLog } from '../modules/audit/index.ts';
import { createChanges } from '../modules/changes/index.ts';
import { createCollections } from '../modules/collections/index.ts';
import { createDelivery } from '../modules/delivery/index.ts';
import { createDownloads, type Offload } from '../modules/downloads/index.ts';
import { createDrives } from '../modules/drives/index.ts';
import { type AnswerOwn, Exports } from '../modules/exports/index.ts';
import { createFeedback } from '../modules/feedback/index.ts';
import { createFiles, createNameSearch, ownerOfList } from '../modules/files/index.ts';
import { createGrants } from '../modules/grants/index.ts';
import { Guests } from '../modules/guests/index.ts';
import { type FindTree, LiveReaders } from '../modules/live/index.ts';
import { Mcp } from '../modules/mcp/index.ts';
import { createMembers } from '../modules/members/index.ts';
import { createNotifications } from '../modules/notifications/index.ts';
import { createPastes } from '../modules/pastes/index.ts';
import { createProofings } from '../modules/proofings/index.ts';
import { createReports } from '../modules/reports/index.ts';
import { createService, readVersion } from '../modules/service/index.ts';
import type { SavedSettings } from '../modules/settings/index.ts';
import { createPublicShares, createShares } from '../modules/shares/index.ts';
import { createUploads } from '../modules/uploads/index.ts';
import { WebApp } from '../modules/web-app/index.ts';
import { createWebdav } from '../modules/webdav/index.ts';
import { createWebhooks } from '../modules/webhooks/index.ts';
import type { ScheduledBackups } from '../platform/backup-program.ts';
import type { Idempotency } from '../platform/http/index.ts';
import { createFeatureLimiter, type FeatureBudgets } from '../platform/limits/index.ts';
import type { Ports } from '../platform/ports/ports.ts';
import { createAccountsApp, type AccountsAppOptions } from './accounts-app.ts';
import { createCountryOf } from './country-of.ts';
import {
  accountDeletionConfigOf,
  drivesConfigOf,
  filesConfigOf,
  guestsConfigOf,
  linkConfigOf,
  mailBudgets,
  membersConfigOf,
  publicConfigOf,
  uploadsConfigOf,
} from './module-configs.ts';

export interface ModulesOptions extends Omit<AccountsAppOptions, 'featureLimiter' | 'hasFolder' | 'groups'> {
  readonly rateStores: RateStores;
  readonly idempotency: Idempotency;
  /** The listener of the app, for requests that it makes to itself. */
  readonly listener: (request: IncomingMessage, response: ServerResponse) => void;
  /** What the API answers to a user without a request. */
  readonly answerOwn: AnswerOwn;
  /** For administrators, who change them. Default: the app has no endpoints for them. */
  readonly settings?: SavedSettings | undefined;
  /** undefined: no scheduled backups. */
  readonly backups?: ScheduledBackups | undefined;
  /** For tests: replaces the budgets of the contract. */
  readonly featureBudgets?: FeatureBudgets;
  /** For tests: webhooks send nothing until `drainWebhooks()`. */
  readonly sendsOnlyWhenDrained?: boolean;
}

/**
 * `config` is live: administrators change settings while the server runs (`module-configs.ts`). Modules in `routed` have routes;
 * `search` and `live` have none, but must be stopped.
 */
export function createModules(ports: Ports, config: Config, options: ModulesOptions) {
  const owned = createOwnedModules(
    ports,
    config,
    options,
    (tx, found) => admin.virusFound(tx, found),
    () => access.groups,
  );
  const { accounts, apiKeys, identity, mails, notifications } = owned;
  const { search, files, uploads, webApp, webdav, featureLimiter } = owned;
  const { reports, links } = createLinkModules(ports, config, owned, options);
  const { shares, collections, grants, proofings, pastes } = links;
  const live = new LiveReaders(ports);
  const { reader } = ports.database;
  const findTree: FindTree = (caller, folderId) => files.findTree(reader, caller, folderId);
  accounts.directory.onSuspended((userId) => live.wake(userId));
  const webhooks = createWebhooks({
    ...ports,
    mails,
    accounts,
    live,
    findTree,
    featureLimiter,
    findManagedTree: (caller, driveId) => ownerOfList(reader, caller, driveId),
    findTreeAccess: (userId, ownerId) => files.findLinkAccess(reader, userId, { ownerId, folderId: null }),
    findDriveId: files.findDriveId,
    hasFolder: async (userId, folderId, rootId) => {
      const [folder, root] = await Promise.all([folderId, rootId].map((id) => files.findFolder(reader, userId, id)));
      return folder !== undefined && root !== undefined && (await files.isWithin(reader, folder.rowId, root.rowId));
    },
    config: {
      retrySeconds: config.webhookRetrySeconds,
      sweepMs: config.sweepSeconds * secondMs,
      runsOnlyWhenDrained: options.sendsOnlyWhenDrained ?? false,
    },
  });
  const changes = createChanges({ ...ports, files, live, findTree, config: { keptMs: config.changesDays * dayMs } });
  const team = createTeamModules(ports, config, owned);
  const { access } = team;
  const admin = createAdmin({
    ...ports,
    mails,
    accounts,
    access,
    apiKeys,
    identity,
    webhooks,
    shares,
    reports,
    uploads,
    collections,
    grants,
    proofings,
    pastes,
    webdav,
    notifications,
    files,
  });
  const { listener } = options;
  const mcp = new Mcp({ ...ports, listener, version: readVersion(), config: { isOn: config.mcp } });
  const service = createService({
    ...ports,
    backups: options.backups,
    config: {
      baseUrl: ports.baseUrl.href,
      get public() {
        return publicConfigOf(config, mails, identity.passkeysAreOn);
      },
      metricsToken: config.metricsToken,
      securityContact: config.securityContact,
    },
  });

  return {
    search,
    live,
    routed: {
      accounts,
      apiKeys,
      identity,
      files,
      uploads,
      ...links,
      exports: new Exports({ ...ports, accounts, files, archives: links.archives, answerOwn: options.answerOwn }),
      webdav,
      mcp,
      webhooks,
      changes,
      activity: createActivityLog({ ...ports, files, config: { keptMs: config.changesDays * dayMs } }),
      notifications,
      ...team,
      admin,
      audit: createAuditLog({ ...ports }),
      service,
      webApp,
      ...(options.settings && { settings: options.settings }),
    },
  };
}

type OwnedModules = ReturnType<typeof createOwnedModules>;

/** Modules for users who work together. */
function createTeamModules(ports: Ports, config: Config, owned: OwnedModules) {
  const { accounts, identity, mails, files, featureLimiter } = owned;
  const access = createAccess({ ...ports, accounts });
  const members = createMembers({
    ...ports,
    mails,
    accounts,
    files,
    notifications: owned.notifications.notifications,
    featureLimiter,
    config: membersConfigOf(config),
  });
  const drives = createDrives({
    ...ports,
    accounts,
    files,
    featureLimiter,
    config: drivesConfigOf(config),
  });
  const accountDeletion = createAccountDeletion({
    ...ports,
    mails,
    accounts,
    identity,
    drives: drives.drives,
    access: members.access,
    featureLimiter,
    config: accountDeletionConfigOf(config),
  });
  return { access, members, drives, accountDeletion };
}

/** Modules for the files of users. */
function createOwnedModules(
  ports: Ports,
  config: Config,
  options: ModulesOptions,
  onVirus: Parameters<typeof createFiles>[0]['onVirus'],
  groups: NonNullable<AccountsAppOptions['groups']>,
) {
  const { database } = ports;
  const sweepMs = config.sweepSeconds * secondMs;
  const featureLimiter = createFeatureLimiter(options.rateStores, {
    enabled: config.featureLimits,
    budgets: { ...mailBudgets(config), ...options.featureBudgets },
  });
  const { accounts, apiKeys, identity, mails } = createAccountsApp(ports, config, {
    onFirstAdmin: options.onFirstAdmin,
    featureLimiter,
    hasFolder: async (userId, folderId) => (await files.findFolder(database.reader, userId, folderId)) !== undefined,
    groups,
  });
  const notifications = createNotifications({
    ...ports,
    mails,
    accounts,
    config: { keptMs: config.changesDays * dayMs, sweepMs },
  });
  const search = createNameSearch({ database });
  const files = createFiles({
    ...ports,
    search,
    planQuotaBytes: (plan) => accounts.planLimits(plan).quotaBytes,
    itemBudget: createItemBudget(options.rateStores, config.itemsPerMinute),
    onVirus,
    config: filesConfigOf(config),
  });
  const uploads = createUploads({
    ...ports,
    accounts,
    files,
    config: uploadsConfigOf(config),
  });
  const storageOrigin = config.directUploads ? ports.blobs.direct?.origin : undefined;
  const webAppConfig = { contentUrl: config.contentUrl, storageOrigin };
  const webApp = new WebApp({ ...ports, accounts, config: webAppConfig });
  const webdav = createWebdav({ ...ports, accounts, files, uploads, config: { isOn: config.webdav, sweepMs } });
  return { accounts, apiKeys, identity, mails, notifications, search, files, uploads, webApp, webdav, featureLimiter };
}

/** Modules for visitors without an account: links of all kinds. */
function createLinkModules(
  ports: Ports,
  config: Config,
  owned: OwnedModules,
  { idempotency }: Pick<ModulesOptions, 'idempotency'>,
) {
  const { accounts, mails, files, uploads, webApp, featureLimiter } = owned;
  const { notifications } = owned.notifications;
  const shared = { ...ports, mails, accounts, files, uploads, notifications, featureLimiter };
  const sweepMs = config.sweepSeconds * secondMs;
  const linkConfig = linkConfigOf(config);
  const shares = createShares({
    ...shared,
    config: linkConfig,
  });
  const countryOf = createCountryOf(config, ports);
  const downloads = createDownloads({
    ...ports,
    files,
    shares,
    countryOf,
    featureLimiter,
    config: { contentUrl: config.contentUrl, urlLifeMs: config.downloadUrlSeconds * secondMs },
    offload: offloadOf(config),
  });
  const delivery = createDelivery({
    ...ports,
    files,
    featureLimiter,
    config: { publicMaxAgeSeconds: config.publicMaxAge },
  });
  const archives = createArchives({
    ...ports,
    files,
    shares,
    countryOf,
    config: { maxBytes: config.archiveMaxBytes, sweepMs },
  });
  const feedback = createFeedback({
    ...ports,
    accounts,
    shares,
    featureLimiter,
    config: { sweepMs },
  });
  const reports = createReports({ ...ports, featureLimiter });
  const publicShares = createPublicShares({
    ...ports,
    accounts,
    files,
    shares,
    uploads,
    feedback,
    reports,
    featureLimiter,
    idempotency,
    countryOf,
    signFileUrl: downloads.signUrl,
    createArchive: archives.create,
    config: { contentUrl: config.contentUrl, pageScript: webApp.pageScript },
  });
  const guests = new Guests({ ...ports, accounts, featureLimiter, config: guestsConfigOf(config) });
  const anonymous = createAnonymous({ ...ports, accounts, files, shares, uploads, guests, config: { sweepMs } });
  const proofings = createProofings({
    ...ports,
    mails,
    accounts,
    files,
    downloads,
    featureLimiter,
    config: linkConfig,
  });
  const pastes = createPastes({
    ...ports,
    accounts,
    files,
    guests,
    featureLimiter,
    config: linkConfig,
  });
  const collections = createCollections({ ...shared, config: linkConfig });
  const grants = createGrants({ ...ports, accounts, files, uploads, config: { sweepMs } });
  return {
    reports,
    links: {
      shares,
      downloads,
      delivery,
      archives,
      publicShares,
      guests,
      anonymous,
      collections,
      grants,
      proofings,
      pastes,
    },
  };
}

function offloadOf(config: Config): Offload | undefined {
  const { offload } = config;
  if (offload === 'x-sendfile') return { kind: offload, blobDirectory: resolve(blobDirectoryOf(config), 'blobs') };
  return offload === 'none' ? undefined : { kind: offload };
}
