import { settingRows, type LoadedSettings } from '../config.ts';

/** Prints each setting as `DRIVE_NAME=value`, with its meaning and the source of the value below; or as JSON. */
export function printConfig(settings: LoadedSettings, { json }: { readonly json: boolean }): void {
  const rows = settingRows(settings);
  if (json) {
    process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
    return;
  }
  for (const { name, meaning, value, source, default: fallback } of rows) {
    const from = source === 'default' ? 'default' : `from ${source === 'flag' ? 'a flag' : source}`;
    const other = source === 'default' || !fallback ? '' : `; default ${fallback}`;
    process.stdout.write(`${name}=${value ?? ''}\n  ${meaning} (${from}${other})\n`);
  }
}
