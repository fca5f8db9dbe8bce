/**
 * Lets the clock of a server jump while clients use it, forward and back by an hour and by a year, and checks what they can still do
 * during the jump, and that nothing is lost when the time is right again:
 *
 *     node --conditions=@drive/source tools/e2e/clock-jumps.ts
 *
 * Prints a row for each jump; exits with 1 at the first violation. Needs the program faketime.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CursorExpiredError, DriveClient } from '@drive/sdk';
import { FakedClock, findFaketime } from './faked-clock.ts';
import { admin, createKey, freshMachine, runServer, startServer } from './programs.ts';

class Violation extends Error {
  override readonly name = 'Violation';
}

const hourMs = 3_600_000;
const yearMs = 365 * 24 * hourMs;
const jumps: readonly (readonly [name: string, ms: number])[] = [
  ['an hour ahead', hourMs],
  ['an hour back', -hourMs],
  ['a year ahead', yearMs],
  ['a year back', -yearMs],
];
const slackMs = 24 * hourMs;
/** Clean-ups run every second, and so during each jump. The limits are those of every server. */
const settings = { DRIVE_SWEEP_SECONDS: '1', DRIVE_PURGE_GRACE_HOURS: '0' };
const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };
const half = 500_000;

interface World {
  readonly url: string;
  readonly key: string;
  readonly client: DriveClient;
  /** Files that were acknowledged, by name. */
  readonly files: Map<string, Buffer>;
}

async function store({ url, key, files }: World): Promise<number> {
  const name = randomUUID();
  const bytes = randomBytes(20_000);
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${url}/files/by-path/${name}`, { method: 'PUT', headers, body: new Uint8Array(bytes) });
  if (response.ok) files.set(name, bytes);
  return response.status;
}

async function verify({ url, key, files }: World, when: string): Promise<void> {
  for (const [name, bytes] of files) {
    const response = await fetch(`${url}/files/by-path/${name}`, { headers: { authorization: `Bearer ${key}` } });
    if (response.status !== 200 || !Buffer.from(await response.arrayBuffer()).equals(bytes))
      throw new Violation(`${name} is not what was acknowledged ${when}: ${response.status}`);
  }
}

const signIn = ({ url }: World, password = admin.password): Promise<Response> =>
  fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...admin, password }),
  });

/** Tries passwords until the network is refused. A jump ends the minute for which it is. */
async function exhaustSignIn(world: World): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) if ((await signIn(world, 'wrong')).status === 429) return;
  throw new Violation('20 wrong passwords in a minute were not refused');
}

/** What a client has in hand when the clock jumps, with a way to use it again that returns a status. */
async function prepare(world: World): Promise<Readonly<Record<string, () => Promise<number>>>> {
  const { url, client, key } = world;
  const login = await signIn(world);
  const cookie = login.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  const { fileId } = await client.uploads.upload(new Blob(['signed']), { name: randomUUID() });
  const { downloadUrl } = await client.files.downloadUrl(fileId);
  const trashed = await client.uploads.upload(new Blob(['trashed']), { name: randomUUID() });
  await client.files.trash(trashed.fileId);
  const upload = await client.uploads.create({
    fileName: randomUUID(),
    fileSizeBytes: 2 * half,
    contentType: 'text/plain',
  });
  const patch = async (offset: number): Promise<number> => {
    const headers = { ...tus, 'upload-offset': String(offset) };
    const body = new Uint8Array(half);
    return (await fetch(`${url}/files/tus/${upload.sessionId}`, { method: 'PATCH', headers, body })).status;
  };
  if ((await patch(0)) !== 204) throw new Violation('the first half of an upload was refused');
  const get = async (path: string, headers: Record<string, string>): Promise<number> =>
    (await fetch(path.startsWith('http') ? path : url + path, { headers })).status;
  return {
    'API key': () => get('/api/files?limit=1', { authorization: `Bearer ${key}` }),
    session: () => get('/api/me', { cookie }),
    'signed URL': () => get(downloadUrl, {}),
    'open upload': () => patch(half),
    trash: async () => {
      const items = await client.trash.list();
      return items.some(({ id }) => id === trashed.fileId) ? 200 : 404;
    },
    'sign-in': async () => (await signIn(world)).status,
  };
}

async function run(library: string, say: (line: string) => void): Promise<void> {
  const { home, env } = freshMachine();
  const clock = new FakedClock(join(home, 'clock'));
  const server = await startServer({ ...env, ...settings, ...clock.env(library) });
  try {
    const key = await createKey(env, admin.email);
    const world: World = {
      url: server.url,
      key,
      client: new DriveClient({ baseUrl: server.url, apiKey: key }),
      files: new Map(),
    };
    await store(world);
    for (const [name, ms] of jumps) {
      const uses = await prepare(world);
      const { cursor } = await world.client.changes.latest();
      const before = world.files.size;
      await exhaustSignIn(world);
      clock.jump(ms);
      // Three runs of the clean-ups.
      await sleep(3500);
      const seen = [`upload ${await store(world)}`];
      for (const [what, use] of Object.entries(uses)) seen.push(`${what} ${await use()}`);
      await verify(world, name);
      await exhaustSignIn(world);
      clock.putTo(Date.now());
      await sleep(3500);
      const { status } = await signIn(world);
      if (status !== 200) throw new Violation(`signing in after ${name} was answered with ${status}`);
      const stored = await store(world);
      if (stored !== 201) throw new Violation(`an upload after ${name} was answered with ${stored}`);
      await verify(world, `after ${name}`);
      if (server.child.exitCode !== null) throw new Violation(`the server ended ${name}`);
      const names = [...world.files.keys()].slice(before);
      // Readers go on from a time, with a day of slack.
      const feed = await followChanges(world, cursor, { names, mayLose: ms < -slackMs });
      say(`| ${name} | ${seen.join(', ')} | every acknowledged file is there; change feed: ${feed} |`);
    }
    const errors = server
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":"error"'));
    for (const line of errors) say(line);
    if ((await server.end('SIGTERM')) !== 0) throw new Violation('the server did not end in order');
    const { stdout, stderr } = await runServer(env, 'doctor', '--read-data');
    if (!stderr.includes('no damage found (every byte was read)'))
      throw new Violation(`the doctor found damage: ${stdout}${stderr}`);
    say('the doctor finds no damage');
  } finally {
    await server.end('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  }
}

/** A reader that began before the jump gets what was stored since, or is told to read the tree anew. */
async function followChanges(
  { client }: World,
  cursor: string,
  { names, mayLose }: { readonly names: readonly string[]; readonly mayLose: boolean },
): Promise<string> {
  const seen = new Set<string | undefined>();
  try {
    for await (const { item } of client.changes.read({ cursor })) seen.add(item?.name);
  } catch (error) {
    if (error instanceof CursorExpiredError) return '410 `cursor_expired`';
    throw error;
  }
  const lost = names.filter((name) => !seen.has(name));
  if (lost.length === 0) return 'nothing is missing';
  if (mayLose) return `lacks ${lost.length} of ${names.length} files`;
  throw new Violation(`the change feed lacks ${lost.join(', ')}`);
}

const library = findFaketime();
if (library === undefined) console.log('skipped: the program faketime is not there');
else await run(library, (line) => console.log(line));
