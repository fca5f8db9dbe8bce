import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { DataDirectoryInUseError, lockDataDirectory, lockFileName } from './data-directory-lock.ts';

let directory: string;
beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), 'drive-lock-'))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test('is held by one process, and by the next after its release', () => {
  const first = lockDataDirectory(directory);
  expect(() => lockDataDirectory(directory)).toThrow(DataDirectoryInUseError);
  first.release();
  lockDataDirectory(directory).release();
});

test('is a file that only its user can read, also if an earlier version created it', () => {
  lockDataDirectory(directory).release();
  const modes = (): number[] => readdirSync(directory).map((name) => statSync(join(directory, name)).mode & 0o777);
  expect(modes()).toEqual([0o600]);
  chmodSync(join(directory, lockFileName), 0o644);
  const lock = lockDataDirectory(directory);
  expect(new Set(modes())).toEqual(new Set([0o600]));
  lock.release();
});

test('is got although another process, which will be refused, is just trying', async () => {
  // A refused one has the file locked for reading for a moment. This one does so until another process waits for its end.
  const program = `
    const { DatabaseSync } = await import('node:sqlite');
    const open = () => new DatabaseSync(${JSON.stringify(join(directory, lockFileName))}, { timeout: 0 });
    const [reader, writer] = [open(), open()];
    reader.exec('begin; select * from sqlite_master');
    console.log('reading');
    setInterval(() => {
      try {
        writer.exec('begin immediate; rollback');
      } catch {
        process.exit();
      }
    }, 5);
  `;
  const other = spawn(process.execPath, ['--conditions=@drive/source', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void other.kill('SIGKILL'));
  await once(other.stdout, 'data');
  const lock = lockDataDirectory(directory);
  expect(() => lockDataDirectory(directory)).toThrow(DataDirectoryInUseError);
  lock.release();
});

test('keeps other processes out, and is released when its process is killed', async () => {
  const module = new URL('data-directory-lock.ts', import.meta.url).href;
  const program = `
    const { lockDataDirectory } = await import(${JSON.stringify(module)});
    lockDataDirectory(${JSON.stringify(directory)});
    console.log('locked');
    setInterval(() => {}, 1000);
  `;
  const holder = spawn(process.execPath, ['--conditions=@drive/source', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  expect(() => lockDataDirectory(directory)).toThrow(/Another drive-server is running on/);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  lockDataDirectory(directory).release();
});
