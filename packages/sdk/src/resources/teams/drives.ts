import type { ApiPromise } from '../../api-promise.ts';
import type { NewTeamDrive, TeamDrive, TeamDriveChange, TeamDriveList } from '../../api.gen.ts';
import type { RequestOptions } from '../../request-options.ts';
import type { Transport } from '../../transport.ts';

/**
 * Team drives: trees of files and folders that belong to no user. Calls that mean the caller's root if no folder is given take
 * `driveId` instead. Reached as `client.drives`.
 *
 * @example
 * ```ts
 * import { DriveClient, type Drives } from '@drive/sdk';
 *
 * const namesOf = async (drives: Drives) => (await drives.list()).drives.map(({ name }) => name);
 * console.log(await namesOf(new DriveClient().drives));
 * ```
 */
export class Drives {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Lists the drives on which the caller has a role, by name.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * for (const { id, name } of (await client.drives.list()).drives)
   *   for await (const item of client.files.list({ driveId: id })) console.log(name, item.name);
   * ```
   */
  list(options?: RequestOptions): ApiPromise<TeamDriveList> {
    return this.#transport.call('listDrives', {}, options);
  }

  /**
   * Creates a drive, of which the caller becomes the manager. `client.access` adds members: they are roles on `rootId`. Throws
   * `access_denied` unless the server lets the caller create drives, and `name_conflict` if another drive has the name.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const client = new DriveClient();
   * const { id, rootId } = await client.drives.create({ name: 'Design' });
   * await client.access.give(rootId, { grants: [{ email: 'ada@example.com', role: 'editor' }] });
   * await client.files.put('/Logos/logo.svg', new Blob(['<svg/>']), { driveId: id });
   * ```
   */
  create(drive: NewTeamDrive, options?: RequestOptions): ApiPromise<TeamDrive> {
    return this.#transport.call('createDrive', { body: drive }, options);
  }

  /**
   * Returns a drive.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { usedBytes, quotaBytes } = await new DriveClient().drives.get('5e0f1b9a-3c50-4e2f-8f9e-7a9d1a6f4b11');
   * console.log(usedBytes, quotaBytes ?? 'no limit');
   * ```
   */
  get(id: string, options?: RequestOptions): ApiPromise<TeamDrive> {
    return this.#transport.call('getDrive', { params: { id } }, options);
  }

  /**
   * Renames a drive, or changes who makes links in it. Only administrators change its quota.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { drives } = new DriveClient();
   * const found = (await drives.list()).drives.find(({ name }) => name === 'Design');
   * if (found !== undefined) await drives.update(found.id, { name: 'Design and research' });
   * ```
   */
  update(id: string, change: TeamDriveChange, options?: RequestOptions): ApiPromise<TeamDrive> {
    return this.#transport.call('updateDrive', { params: { id }, body: change }, options);
  }

  /**
   * Deletes a drive. Nobody reaches it any more; administrators can restore it for a while.
   *
   * @example
   * ```ts
   * import { DriveClient } from '@drive/sdk';
   *
   * const { drives } = new DriveClient();
   * const found = (await drives.list()).drives.find(({ name }) => name === 'Old project');
   * if (found !== undefined) await drives.delete(found.id);
   * ```
   */
  delete(id: string, options?: RequestOptions): ApiPromise<void> {
    return this.#transport.call('deleteDrive', { params: { id } }, options);
  }
}
