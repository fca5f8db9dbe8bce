import type { ApiPromise } from '../../api-promise.ts';
import type {
  AdminStats,
  AuditEntry,
  ListAuditQuery,
  NewTestMail,
  SettingsChange,
  SettingsList,
  StatsHistory,
  TestMail,
} from '../../api.gen.ts';
import { pagedListOf, type PagedList } from '../../page.ts';
import type { RequestOptions } from '../../request-options.ts';
import type { Transport } from '../../transport.ts';
import { AdminDrives } from './admin-drives.ts';
import { AdminFiles } from './admin-files.ts';
import { AdminGroups } from './admin-groups.ts';
import { AdminInvites } from './admin-invites.ts';
import { AdminJobs } from './admin-jobs.ts';
import { AdminReports } from './admin-reports.ts';
import { AdminUsers } from './admin-users.ts';

/**
 * Administration; refused with `access_denied` for other users. Reached as `client.admin`.
 *
 * @example
 * ```ts
 * import { DriveClient, type Admin } from '@drive/sdk';
 *
 * const isWell = async (admin: Admin): Promise<boolean> => (await admin.stats()).jobs.failed === 0;
 * console.log(await isWell(new DriveClient().admin));
 * ```
 */
export class Admin {
  readonly #transport: Transport;
  /** All accounts. */
  readonly users: AdminUsers;
  /** Groups of users. */
  readonly groups: AdminGroups;
  /** All team drives. */
  readonly drives: AdminDrives;
  /** Invitations to register. */
  readonly invites: AdminInvites;
  /** Files of all users. */
  readonly files: AdminFiles;
  /** Reports of visitors. */
  readonly reports: AdminReports;
  /** Background jobs. */
  readonly jobs: AdminJobs;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.users = new AdminUsers(transport);
    this.groups = new AdminGroups(transport);
    this.drives = new AdminDrives(transport);
    this.invites = new AdminInvites(transport);
    this.files = new AdminFiles(transport);
    this.reports = new AdminReports(transport);
    this.jobs = new AdminJobs(transport);
  }

  /**
   * Returns totals of the server: users, files, bytes, shares, jobs, deliveries, free disk space.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { users, storage } = await new DriveClient().admin.stats();
   * console.log(users.total, storage.storedBytes, storage.freeBytes);
   * ```
   */
  stats(options?: RequestOptions): ApiPromise<AdminStats> {
    return this.#transport.call('getStats', {}, options);
  }

  /**
   * Lists the effective settings of the server, and where each comes from. Secrets are masked.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { settings } = await new DriveClient().admin.settings();
   * for (const { name, value, source } of settings) if (source !== 'default') console.log(name, value, source);
   * ```
   */
  settings(options?: RequestOptions): ApiPromise<SettingsList> {
    return this.#transport.call('listSettings', {}, options);
  }

  /**
   * Saves settings, all or none, which take effect without a restart. `null` deletes a saved value. Settings that are not
   * `editable`, and values that do not fit, are refused with `validation_failed`.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * await new DriveClient().admin.updateSettings([
   *   { name: 'DRIVE_INSTANCE_NAME', value: 'Acme Files' },
   *   { name: 'DRIVE_INSTANCE_COLOUR', value: null },
   * ]);
   * ```
   */
  updateSettings(settings: SettingsChange['settings'], options?: RequestOptions): ApiPromise<SettingsList> {
    return this.#transport.call('updateSettings', { body: { settings } }, options);
  }

  /**
   * Sends a test email, to the caller's address by default, and returns what the mail server answered. Throws
   * `too_many_requests` after five in an hour.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { delivery, error } = await new DriveClient().admin.sendTestMail();
   * console.log(delivery === 'outbox' ? 'emails are only written to files' : (error ?? 'accepted'));
   * ```
   */
  sendTestMail(mail: NewTestMail = {}, options?: RequestOptions): ApiPromise<TestMail> {
    return this.#transport.call('sendTestMail', { body: mail }, options);
  }

  /**
   * Returns statistics over time: users, files, traffic, deliveries and jobs of the last `days`, 7 by default and 90 at
   * most.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { points } = await new DriveClient().admin.statsHistory({ days: 30 });
   * for (const { at, sentBytes } of points) console.log(at, sentBytes);
   * ```
   */
  statsHistory(query: { readonly days?: number } = {}, options?: RequestOptions): ApiPromise<StatsHistory> {
    return this.#transport.call('getStatsHistory', { query }, options);
  }

  /**
   * Lists the audit log, newest first.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * for await (const { at, action, actor } of new DriveClient().admin.listAudit({ action: 'sign_in.failed' }))
   *   console.log(at, action, actor.email);
   * ```
   */
  listAudit(query: ListAuditQuery = {}, options?: RequestOptions): PagedList<AuditEntry> {
    return pagedListOf(this.#transport, 'listAudit', 'audit', { query }, options);
  }
}
