import { readFileSync } from 'node:fs';

/** A file that operators install, so that it is tested as it is. */
export const deployFile = (name: string): string =>
  readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8');

/** Replaces a part of a text that must exist. */
export function withInstead(text: string, written: string | RegExp, ours: string): string {
  const changed =
    typeof written === 'string' ? text.replaceAll(written, () => ours) : text.replace(written, () => ours);
  if (changed === text) throw new Error(`there is no ${String(written)} in\n${text}`);
  return changed;
}
