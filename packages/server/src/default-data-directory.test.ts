import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultDataDirectory } from './default-data-directory.ts';

let workingDirectory: string;
beforeEach(() => {
  workingDirectory = mkdtempSync(join(tmpdir(), 'drive-default-'));
});
afterEach(() => rmSync(workingDirectory, { recursive: true }));

const directoryOf = (env: Record<string, string>, home: string | undefined = '/home/ada'): string =>
  defaultDataDirectory(env, { platform: 'linux', home: () => home, workingDirectory });

describe('the default data directory', () => {
  it('is among the data of the user, outside the folder that the server was started in', () => {
    expect(directoryOf({})).toBe('/home/ada/.local/share/drive');
    expect(directoryOf({ XDG_DATA_HOME: '/srv/data' })).toBe('/srv/data/drive');
    expect(directoryOf({ XDG_DATA_HOME: '' })).toBe('/home/ada/.local/share/drive');
    expect(directoryOf({ XDG_DATA_HOME: 'data' })).toBe('/home/ada/.local/share/drive');
  });

  it('is the drive-data that exists, so that a drive of an earlier version is found', () => {
    mkdirSync(join(workingDirectory, 'drive-data'));
    expect(directoryOf({ XDG_DATA_HOME: '/srv/data' })).toBe(join(workingDirectory, 'drive-data'));
  });

  it('is below the working directory if the user has no home', () => {
    expect(defaultDataDirectory({}, { platform: 'linux', home: () => undefined, workingDirectory })).toBe(
      join(workingDirectory, 'drive-data'),
    );
  });

  it('is among the local data of the user on Windows', () => {
    const local = join(workingDirectory, 'Local');
    expect(defaultDataDirectory({ LOCALAPPDATA: local }, { platform: 'win32', workingDirectory })).toBe(
      join(local, 'drive'),
    );
  });
});
