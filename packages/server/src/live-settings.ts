import { logoFrom, LogoError } from '@drive/branding';
import type { AdminSetting } from '@drive/contract';
import { SettingError } from '@drive/setting-values';
import {
  ConfigError,
  resolveSettings,
  settingRows,
  type Config,
  type GivenSettings,
  type LoadedSettings,
} from './config.ts';
import { groupOf } from './savable-settings.ts';
import { fieldOf, settingNames, settings, variableOf, type Setting, type SettingName } from './settings.ts';

/** Values by the name of the setting without `DRIVE_`, which a former version may have written. */
type SavedTexts = ReadonlyMap<string, string>;

interface LeftOut {
  /** As in the environment. */
  readonly variable: string;
  readonly reason: string;
}

/** The settings of this process: what the operator has set, which wins, and what administrators have saved since. */
export class LiveSettings {
  /** Every read of a field returns its current value. */
  readonly config: Config;
  readonly #operator: LoadedSettings;
  #current: LoadedSettings;
  #leftOut: readonly LeftOut[] = [];

  constructor(operator: LoadedSettings) {
    this.#operator = operator;
    this.#current = operator;
    const get = (field: string) => (): unknown => (this.#current.config as Readonly<Record<string, unknown>>)[field];
    const fields = settingNames.map((name) => [fieldOf(name), { enumerable: true, get: get(fieldOf(name)) }]);
    this.config = Object.defineProperties({}, Object.fromEntries(fields)) as Config;
  }

  /** Saved values that do not count, because they are not valid in this version or contradict what the operator has set. */
  get leftOut(): readonly LeftOut[] {
    return this.#leftOut;
  }

  list(): AdminSetting[] {
    return settingRows(this.#current);
  }

  isSecret(name: string): boolean {
    return (settings as Readonly<Record<string, Setting>>)[name]?.masked === true;
  }

  /** Makes the saved values count, each without a restart. */
  apply(saved: SavedTexts): void {
    this.#leftOut = [];
    this.#current = this.#operator;
    if (saved.size === 0) return;
    const leftOut: LeftOut[] = [];
    const fitting = new Map<SettingName, string>();
    for (const [name, value] of saved) {
      const reason = groupOf(name) === undefined ? 'is no setting that can be saved' : this.#faultOf(name, value);
      if (reason !== undefined) leftOut.push({ variable: `DRIVE_${name}`, reason });
      else if (this.#operator.given.texts[name as SettingName] === undefined) fitting.set(name as SettingName, value);
    }
    let { found, loaded } = this.#resolve(fitting);
    if (found.length > 0) {
      const kept = this.#withoutContradiction(fitting);
      for (const name of fitting.keys())
        if (!kept.has(name))
          leftOut.push({ variable: variableOf(name), reason: `contradicts others: ${found.join('; ')}` });
      ({ found, loaded } = this.#resolve(kept));
      if (found.length > 0) throw new ConfigError(found);
    }
    this.#current = loaded;
    this.#leftOut = leftOut;
  }

  /** Why a value cannot be saved, as the rest of a sentence about the setting; undefined if it can. */
  refusalOf(name: string, value: string): string | undefined {
    if (!settingNames.includes(name as SettingName)) return 'is not a setting';
    if (groupOf(name) === undefined) return 'is read when the server starts: its operator sets it';
    if (this.#operator.given.texts[name as SettingName] !== undefined)
      return `is set by the operator (${this.#operator.sources[name as SettingName]}), which wins`;
    return this.#faultOf(name, value);
  }

  /** What is wrong with values that fit each by itself, one sentence each. */
  contradictionsOf(saved: SavedTexts): readonly string[] {
    const own = [...saved].filter(([name, value]) => this.refusalOf(name, value) === undefined);
    return this.#resolve(new Map(own as [SettingName, string][])).found;
  }

  #faultOf(name: string, value: string): string | undefined {
    try {
      const { parse, masked } = settings[name as SettingName] as Setting;
      if (masked === true && value === mask) return 'must not be the mask that stands for a secret';
      parse(value);
      // A path would show administrators whether a file exists on the server.
      if (name === 'INSTANCE_LOGO') logoFrom(value, { isSaved: true });
      return undefined;
    } catch (error) {
      if (error instanceof SettingError) return error.message;
      if (error instanceof LogoError) return error.message.replace(/^DRIVE_INSTANCE_LOGO /, '');
      throw error;
    }
  }

  /** The largest part that contradicts nothing: without one group, or nothing at all but what protects. */
  #withoutContradiction(saved: ReadonlyMap<SettingName, string>): ReadonlyMap<SettingName, string> {
    for (const group of new Set([...saved.keys()].map(groupOf))) {
      const others = new Map([...saved].filter(([name]) => groupOf(name) !== group || protections.has(name)));
      if (this.#resolve(others).found.length === 0) return others;
    }
    return new Map([...saved].filter(([name]) => protections.has(name)));
  }

  #resolve(saved: ReadonlyMap<SettingName, string>): ReturnType<typeof resolveSettings> {
    const { dataDir, texts } = this.#operator.given;
    const all: Record<string, GivenSettings['texts'][SettingName]> = { ...texts };
    for (const [name, value] of saved) all[name] = { source: 'saved', from: variableOf(name), value };
    return resolveSettings({ dataDir, texts: all });
  }
}

/**
 * Settings that are in no rule with others, and keep people out. They count on if what is saved beside them contradicts something,
 * as the sign-in that is left then must not be open wider than administrators have saved.
 */
const protections: ReadonlySet<SettingName> = new Set<SettingName>([
  'REQUIRE_2FA',
  'OIDC_AUTO_CREATE',
  'OIDC_GROUPS_CLAIM',
  'OIDC_ALLOWED_GROUPS',
  'OIDC_ALLOWED_DOMAINS',
]);

const mask = '********';
