import { secondMs } from '@drive/base';
import { type AdminSetting, endpoints, type SettingsChange } from '@drive/contract';
import type { AuditActor } from '../../platform/audit/index.ts';
import type { Reader } from '../../platform/db/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import { findRevision, listSaved, type SavedRow, sealOwnerOf, writeSaved } from './saved-setting-store.ts';

/** Names are those of the environment, without `DRIVE_`. */
type SavedTexts = ReadonlyMap<string, string>;

/** The settings of this process, which know what each may be. */
export interface SettingsPort {
  list(): AdminSetting[];
  isSecret(name: string): boolean;
  /** Why a value cannot be saved, as the rest of a sentence about the setting; undefined if it can. */
  refusalOf(name: string, value: string): string | undefined;
  /** What is wrong with values that fit each by itself, one sentence each. */
  contradictionsOf(saved: SavedTexts): readonly string[];
  /** Makes the saved values count. Those that are not valid are left out. */
  apply(saved: SavedTexts): void;
  readonly leftOut: readonly { readonly variable: string; readonly reason: string }[];
}

export type SavedSettingsDeps = Pick<Ports, 'database' | 'secrets' | 'audit' | 'log'> & {
  readonly settings: SettingsPort;
};

/** Time between two looks for what other servers have saved. They follow within two of them. */
const FOLLOW_MS = 2 * secondMs;
/** Held by a change until it is committed, so that no two changes contradict each other and revisions only grow. */
const lock = 'saved-settings';
const prefix = 'DRIVE_';

/** The settings that administrators save. The database keeps them; each server applies them when they change. */
export class SavedSettings {
  readonly #deps: SavedSettingsDeps;
  #revision = 0;
  #timer: NodeJS.Timeout | undefined;
  #following: Promise<void> = Promise.resolve();
  /** Names of secrets that the master secret does not decrypt. */
  #unreadable: readonly string[] = [];

  constructor(deps: SavedSettingsDeps) {
    this.#deps = deps;
  }

  /** Saved values that do not count, one sentence each. */
  get problems(): string[] {
    return [
      ...this.#deps.settings.leftOut.map(
        ({ variable, reason }) => `the saved value of ${variable} is left out: it ${reason}`,
      ),
      ...this.#unreadable.map(
        (name) => `the saved value of ${prefix}${name} is left out: this master secret does not decrypt it`,
      ),
    ];
  }

  list(): { readonly settings: AdminSetting[] } {
    return { settings: this.#deps.settings.list() };
  }

  /** Reads and applies what is saved. Values that are not valid are logged and left out. */
  async load(): Promise<void> {
    const { reader } = this.#deps.database;
    for (;;) {
      const before = this.#revision;
      // Before the values: a change in between is read again.
      const revision = await findRevision(reader);
      const saved = revision === 0 ? new Map<string, string>() : await this.#read(reader);
      // Values that a change has applied in the meantime may be newer.
      if (this.#revision === before) return this.#apply(revision, saved);
    }
  }

  /** Applies what another process has saved, if anything. */
  async follow(): Promise<void> {
    if ((await findRevision(this.#deps.database.reader)) !== this.#revision) await this.load();
  }

  /** Begins to follow other processes. */
  start(): void {
    this.#timer ??= setInterval(() => {
      this.#following = this.#following
        .then(() => this.follow())
        .catch((error: unknown) => {
          this.#deps.log.warn('saved settings could not be read', { error });
        });
    }, FOLLOW_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#following;
  }

  /** Saves all changes or none, and applies them here. Throws `validation_failed` with an issue for each that is refused. */
  async change(actor: AuditActor, changes: SettingsChange['settings']): Promise<void> {
    const { database, audit } = this.#deps;
    const wanted = new Map(changes.map(({ name, value }) => [name.replace(prefix, ''), value]));
    const applied = await database.write(async (tx) => {
      await tx.lock(lock);
      const before = await this.#read(tx);
      const after = new Map(before);
      for (const [name, value] of wanted) {
        if (value === null) after.delete(name);
        else after.set(name, value);
      }
      this.#requireValid(changes, before, after);
      const changed = [...wanted].filter(
        ([name, value]) => (before.get(name) ?? null) !== value || this.#unreadable.includes(name),
      );
      if (changed.length === 0) return undefined;
      const revision = (await findRevision(tx)) + 1;
      await writeSaved(
        tx,
        changed.map(([name, value]) => this.#toRow(name, value)),
        revision,
      );
      const names = changed.map(([name]) => prefix + name).join(',');
      await audit.record(tx, { action: 'settings.changed', actor, details: { changed: names } });
      return { revision, after };
    });
    if (applied === undefined || applied.revision <= this.#revision) return;
    this.#unreadable = this.#unreadable.filter((name) => !wanted.has(name));
    this.#apply(applied.revision, applied.after);
  }

  routes(router: Router): void {
    router.mount(endpoints.listSettings, async () => this.list());
    router.mount(endpoints.updateSettings, async ({ caller, body }) => {
      await this.change(caller, body.settings);
      return this.list();
    });
  }

  #requireValid(changes: SettingsChange['settings'], before: SavedTexts, after: SavedTexts): void {
    const { settings } = this.#deps;
    const issues = changes.flatMap(({ name, value }, index) => {
      const own = name.replace(prefix, '');
      const message = name.startsWith(prefix) ? this.#refusalOf(own, value, before) : 'is not a setting';
      return message === undefined
        ? []
        : [{ field: `settings[${index}].value`, code: 'invalid_value', message: `${name} ${message}` }];
    });
    if (issues.length === 0 && sendsSecretElsewhere(changes, before))
      issues.push({
        field: 'settings',
        code: 'invalid_value',
        message:
          'DRIVE_OIDC_CLIENT_SECRET is that of another issuer: set it again, or reset it, with DRIVE_OIDC_ISSUER',
      });
    if (issues.length === 0) {
      const known = settings.contradictionsOf(before);
      for (const message of settings.contradictionsOf(after))
        if (!known.includes(message)) issues.push(issueOf(message));
    }
    if (issues.length > 0)
      throw new DomainError(
        'validation_failed',
        `Nothing was saved: ${issues.map(({ message }) => message).join('; ')}.`,
        { issues },
      );
  }

  /** What is saved can always be reset, also if a former version has saved it. */
  #refusalOf(name: string, value: string | null, before: SavedTexts): string | undefined {
    if (value !== null) return this.#deps.settings.refusalOf(name, value);
    if (before.has(name) || this.#unreadable.includes(name)) return undefined;
    return this.#deps.settings.list().some((each) => each.name === prefix + name) ? undefined : 'is not a setting';
  }

  async #read(reader: Reader): Promise<Map<string, string>> {
    const { secrets } = this.#deps;
    const saved = new Map<string, string>();
    const unreadable: string[] = [];
    for (const { name, value, sealed } of await listSaved(reader))
      try {
        saved.set(name, sealed === null ? (value ?? '') : secrets.decrypt('setting', sealOwnerOf(name), sealed));
      } catch {
        unreadable.push(name);
      }
    this.#unreadable = unreadable;
    return saved;
  }

  #apply(revision: number, saved: SavedTexts): void {
    const { settings, log } = this.#deps;
    settings.apply(saved);
    this.#revision = revision;
    for (const { variable } of settings.leftOut)
      log.warn('a saved setting is not valid and is left out', { setting: variable });
    for (const name of this.#unreadable)
      log.warn('a saved setting cannot be decrypted and is left out', { setting: prefix + name });
  }

  #toRow(name: string, value: string | null): SavedRow {
    const { settings, secrets } = this.#deps;
    return value !== null && settings.isSecret(name)
      ? { name, value: null, sealed: secrets.encrypt('setting', sealOwnerOf(name), value) }
      : { name, value, sealed: null };
  }
}

/** A setting that another one needs is named as the field: nothing of the request stands for it. */
function issueOf(message: string): { readonly field: string; readonly code: string; readonly message: string } {
  const needed = /^(\S+) is needed with /.exec(message)?.[1];
  return { field: needed ?? 'settings', code: needed === undefined ? 'invalid_value' : 'required', message };
}

/** Whether another issuer would get the saved secret, which administrators are not shown. */
function sendsSecretElsewhere(changes: SettingsChange['settings'], before: SavedTexts): boolean {
  const issuer = changes.find(({ name }) => name === 'DRIVE_OIDC_ISSUER')?.value ?? null;
  const isSecretGiven = changes.some(({ name }) => name === 'DRIVE_OIDC_CLIENT_SECRET');
  return issuer !== null && issuer !== before.get('OIDC_ISSUER') && before.has('OIDC_CLIENT_SECRET') && !isSecretGiven;
}
