import type { LoadedSettings } from '../config.ts';
import { LiveSettings } from '../live-settings.ts';
import { SavedSettings, type SavedSettingsDeps } from '../modules/settings/index.ts';

export interface OpenedSettings {
  /** Live: every read of a field returns its current value. */
  readonly config: LiveSettings['config'];
  readonly saved: SavedSettings;
}

/** The settings of the operator together with those that administrators have saved. */
export async function openSettings(
  operator: LoadedSettings,
  ports: Omit<SavedSettingsDeps, 'settings'>,
): Promise<OpenedSettings> {
  const settings = new LiveSettings(operator);
  const saved = new SavedSettings({ ...ports, settings });
  await saved.load();
  return { config: settings.config, saved };
}
