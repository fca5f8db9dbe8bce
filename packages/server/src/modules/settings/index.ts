/**
 * Settings that administrators change while the server runs. Writes saved_settings.
 *
 * Invariants:
 * - What the operator sets (a flag, the environment, drive.config.json) wins over what is saved.
 * - A change is saved and applied as a whole or not at all. The last change of a setting wins.
 * - Secrets are stored encrypted and never shown.
 * - A saved value that is not valid, because a former version saved it, is left out and stops nothing.
 */
export { SavedSettings, type SavedSettingsDeps, type SettingsPort } from './saved-settings.ts';
export { sealedSettings } from './saved-setting-store.ts';
