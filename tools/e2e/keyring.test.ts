import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { admin, freshMachine, run, runServer, startServer, type Output, type RunningServer } from './programs.ts';

const root = join(import.meta.dirname, '../..');
const KEYTAR = '7.9.0';
/** Built once per user: keytar must be compiled on platforms without a binary. */
const built = join(homedir(), '.cache/drive-tools', `keytar-${KEYTAR}-${process.platform}-${process.arch}`);

/** A missing requirement of the Secret Service tests; undefined if there is none. */
function findMissing(): string | undefined {
  for (const program of ['dbus-run-session', 'dbus-send', 'gnome-keyring-daemon', 'bash']) {
    if (spawnSync('which', [program]).status !== 0) return program;
  }
  if (existsSync(join(built, 'node_modules/keytar/build/Release/keytar.node'))) return undefined;
  mkdirSync(built, { recursive: true });
  writeFileSync(join(built, 'package.json'), '{}');
  const made = spawnSync('npm', ['install', '--no-save', `keytar@${KEYTAR}`], { cwd: built, encoding: 'utf8' });
  const isThere = existsSync(join(built, 'node_modules/keytar/build/Release/keytar.node'));
  return made.status === 0 && isThere ? undefined : 'keytar, which could not be compiled (libsecret-1-dev, g++)';
}

const missing = findMissing();
if (missing !== undefined) console.warn(`No Secret Service was tried: there is no ${missing}.`);

describe.skipIf(missing !== undefined).each([
  ['@napi-rs/keyring', join(root, 'packages/cli/node_modules/@napi-rs/keyring')],
  ['keytar', join(built, 'node_modules/keytar')],
])('a real Secret Service through %s', { timeout: 60_000 }, (library, folder) => {
  const { home: machine, env } = freshMachine();
  let server: RunningServer;
  let key: string;
  let home: string;
  /** The built program with one keyring library, as installed by npm. */
  const installed = mkdtempSync(join(tmpdir(), 'drive-keyring-'));

  beforeAll(async () => {
    server = await startServer(env);
    key = (await runServer(env, 'key', 'create', '--email', admin.email)).stdout.trim();
    cpSync(join(root, 'packages/cli/dist'), join(installed, 'dist'), { recursive: true });
    const link = (target: string, name: string): void => {
      mkdirSync(dirname(join(installed, 'node_modules', name)), { recursive: true });
      symlinkSync(target, join(installed, 'node_modules', name));
    };
    link(folder, library);
    for (const name of ['commander', 'uqr']) link(join(root, 'packages/cli/node_modules', name), name);
  });
  afterAll(async () => {
    await server.end('SIGTERM');
    for (const directory of [machine, installed]) rmSync(directory, { recursive: true, force: true });
  });
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'drive-keyring-home-'));
    mkdirSync(join(home, 'run'), { mode: 0o700 });
    writeFileSync(join(home, 'key'), key, { mode: 0o600 });
    return () => rmSync(home, { recursive: true, force: true });
  });

  /** Runs a script in a separate D-Bus session with `drive-cli`. */
  function inSession(script: string, { withBus = true } = {}): Promise<Output> {
    const main = join(installed, 'dist/main.mjs');
    const bash = ['bash', '-c', `drive-cli() { '${process.execPath}' '${main}' "$@"; }\n${script}`];
    const [file = '', ...args] = withBus ? ['dbus-run-session', '--', ...bash] : bash;
    const { PATH = '' } = process.env;
    const session = { PATH, HOME: home, XDG_RUNTIME_DIR: join(home, 'run'), DRIVE_BASE_URL: server.url };
    return run(file, args, { env: session, cwd: home });
  }
  /**
   * Waits until the keyring has its name on the bus, and its process is known. An earlier request would make the bus
   * start another one, which waits for the first and may outlive the session.
   */
  const named = `for attempt in {1..500}; do
      pid=$(dbus-send --session --print-reply=literal --dest=org.freedesktop.DBus / \\
        org.freedesktop.DBus.GetConnectionUnixProcessID string:org.freedesktop.secrets 2>/dev/null) && break
    done
    pid=\${pid##* }`;
  const unlock = `printf secret | gnome-keyring-daemon --unlock --components=secrets --daemonize >/dev/null 2>&1
    ${named}`;
  const credentials = (): string => join(home, '.config/drive/credentials.json');

  it('stores the key, and the disk contains nothing of it', async () => {
    const { stdout, stderr } = await inSession(`${unlock}
      drive-cli login --with-key < key && drive-cli whoami && drive-cli doctor
      drive-cli logout; drive-cli whoami; echo "ended with $?"`);
    expect(stderr).not.toContain('no system keyring is available');
    expect(stdout).toContain('from the keyring');
    expect(stdout).toMatch(/ok +keyring +answers/);
    expect(stdout).toContain('ended with 4');
    expect(existsSync(credentials())).toBe(false);
    expect(spawnSync('grep', ['-r', key, join(home, '.config'), join(home, '.local')]).status).not.toBe(0);
  });

  it('that stops answering is replaced by the file, after a warning', async () => {
    const { stdout, stderr } = await inSession(`${unlock}
      kill -STOP "$pid"
      drive-cli login --with-key < key && drive-cli whoami; drive-cli doctor
      kill -KILL "$pid"`);
    expect(stderr).toMatch(/no system keyring is available[^]*signed in/);
    expect(stdout).toContain(`key      from ${credentials()}`);
    expect(stdout).toMatch(/warning +keyring +(does not answer; it may be locked|its service does not answer)/);
    expect(readFileSync(credentials(), 'utf8')).toContain(key);
  });

  it('that is locked or missing is replaced by the file as well', async () => {
    const locked = await inSession(`gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1
      ${named}
      drive-cli login --with-key < key && drive-cli whoami`);
    expect(locked.stdout).toContain(`key      from ${credentials()}`);
    rmSync(credentials());
    const absent = await inSession('drive-cli login --with-key < key && drive-cli whoami', { withBus: false });
    expect(absent.stdout).toContain(`key      from ${credentials()}`);
    expect(absent.stderr).toMatch(/no system keyring is available[^]*signed in/);
  });
});
