import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { text } from 'node:stream/consumers';
import type { AdminSetting } from '@drive/contract';
import type { OpenedSettings } from '../app/open-settings.ts';
import type { LoadedSettings } from '../config.ts';
import { UsageError } from './command-line.ts';
import { openLog, openPorts, prepareDataDirectory } from './open-ports.ts';

const sources: Readonly<Record<AdminSetting['source'], string>> = {
  flag: 'from a flag',
  environment: 'from environment',
  file: 'from drive.config.json',
  saved: 'saved by an administrator',
  default: 'default',
};

/** Prints each setting as `DRIVE_NAME=value`, with its meaning and the source of the value below; or as JSON. */
export function printSettings(rows: readonly AdminSetting[], { json }: { readonly json: boolean }): void {
  if (json) {
    process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
    return;
  }
  for (const { name, meaning, value, source, default: fallback } of rows) {
    const other = source === 'default' || !fallback ? '' : `; default ${fallback}`;
    process.stdout.write(`${name}=${value ?? ''}\n  ${meaning} (${sources[source]}${other})\n`);
  }
}

/** Prints the settings that administrators can save, and any that they have saved; `all` others are in `config`. */
export const listSettings = (operator: LoadedSettings, { json }: { readonly json: boolean }): Promise<void> =>
  withSaved(operator, async (saved) => {
    const { settings } = saved.list();
    printSettings(json ? settings : settings.filter(({ restart }) => !restart), { json });
    for (const problem of saved.problems) process.stderr.write(`${problem}\n`);
  });

/** `assigned`: `DRIVE_NAME=value`; without a value, it is read from standard input, as secrets have to be. A running server follows. */
export const setSetting = (operator: LoadedSettings, assigned: string): Promise<void> =>
  withSaved(operator, async (saved) => {
    const at = assigned.indexOf('=');
    const name = variableOf(at === -1 ? assigned : assigned.slice(0, at));
    const setting = saved.list().settings.find((each) => each.name === name);
    if (at !== -1 && setting?.secret === true)
      throw new UsageError(`${name} is a secret, and other users can read command lines: pass it on standard input`);
    const given = at === -1 ? (await text(process.stdin)).replace(/\r?\n$/, '') : assigned.slice(at + 1);
    const value = name === 'DRIVE_INSTANCE_LOGO' && !given.startsWith('data:') ? await dataUrlOf(given) : given;
    await saved.change('console', [{ name, value }]);
    process.stderr.write(`saved ${name}; a running server follows within five seconds\n`);
  });

export const unsetSetting = (operator: LoadedSettings, name: string): Promise<void> =>
  withSaved(operator, async (saved) => {
    await saved.change('console', [{ name: variableOf(name), value: null }]);
    process.stderr.write(`${variableOf(name)} is no longer saved\n`);
  });

async function withSaved(
  operator: LoadedSettings,
  work: (saved: OpenedSettings['saved']) => Promise<void>,
): Promise<void> {
  await prepareDataDirectory(operator.config);
  const { settings, close } = await openPorts(operator, openLog(operator.config));
  try {
    await work(settings.saved);
  } finally {
    await close();
  }
}

/** `DRIVE_INSTANCE_NAME`, also for `INSTANCE_NAME` and `instance-name`. */
function variableOf(given: string): string {
  const name = given.trim().toUpperCase().replaceAll('-', '_');
  return name.startsWith('DRIVE_') ? name : `DRIVE_${name}`;
}

async function dataUrlOf(path: string): Promise<string> {
  const kind = extname(path).slice(1).toLowerCase();
  return `data:image/${kind === 'svg' ? 'svg+xml' : kind};base64,${(await readFile(path)).toString('base64')}`;
}
