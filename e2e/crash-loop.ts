/**
 * Kills the server with SIGKILL again and again while uploads come in, and sees that nothing it acknowledged is lost:
 *
 *     npm run crash-loop -- 200
 *
 * Says what it saw; exits with 1 at the first broken promise.
 */
import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Broken, reserve, send, type CrashUpload } from './crash-uploads.ts';
import { letOpenUploadsGrowOld, verifyFiles, verifyStorage } from './crash-verify.ts';
import { admin, freshMachine, runServer, startServer } from './programs.ts';

export interface CrashReport {
  readonly kills: number;
  readonly uploads: number;
  readonly acknowledged: number;
  /** Sent again, or on, after a crash. */
  readonly resumed: number;
  /** Never gone on with; swept away at the end. */
  readonly abandoned: number;
}

const clients = 8;
const maxLifeMs = 500;

export async function runCrashLoop(kills: number, say: (line: string) => void = () => undefined): Promise<CrashReport> {
  const { home, env: machine, dataDirectory } = freshMachine();
  const env = { ...machine, DRIVE_RATE_API: '0', DRIVE_RATE_APIKEY: '0', DRIVE_FEATURE_LIMITS: 'off' };
  const uploads: CrashUpload[] = [];
  let resumed = 0;
  let server = await startServer(env);
  try {
    const { stdout } = await runServer(env, 'key', 'create', '--email', admin.email);
    const key = /svc_[\w-]{40}/.exec(stdout)?.[0];
    if (key === undefined) throw new Error(`no key in ${stdout}`);

    for (let kill = 1; kill <= kills; kill++) {
      const { url } = server;
      const life = new AbortController();
      // A tenth is left behind for good, the rest goes on where it was cut.
      const cut = uploads.filter(({ acknowledged, sessionId }) => !acknowledged && !isAbandoned(sessionId));
      resumed += cut.length;
      const work = Array.from({ length: clients }, () => keepSending(url, key, cut, uploads, life.signal));
      await sleep(randomInt(maxLifeMs));
      life.abort();
      await server.end('SIGKILL');
      await Promise.all(work);
      server = await startServer(env);
      if (kill % 20 === 0) say(`${kill} kills, ${uploads.length} uploads, ${countAcknowledged(uploads)} acknowledged`);
    }

    const left = uploads.filter(({ acknowledged, sessionId }) => !acknowledged && !isAbandoned(sessionId));
    for (const upload of left) await send(server.url, upload);
    // What was complete but for the answer is complete now, also where nobody came back for it.
    await noticeCompleted(server.url, key, uploads);
    await verifyFiles(server.url, key, uploads);
    if ((await server.end('SIGTERM')) !== 0) throw new Broken('the server did not end in order');

    await sweep(env);
    const before = verifyStorage(dataDirectory);
    const acknowledged = countAcknowledged(uploads);
    if (before.files !== acknowledged)
      throw new Broken(`${acknowledged} were acknowledged, ${before.files} files are there`);
    letOpenUploadsGrowOld(dataDirectory);
    await sweep(env);
    const after = verifyStorage(dataDirectory);
    if (after.open !== 0 || after.files !== acknowledged) throw new Broken('the sweep took the wrong ones');
    return { kills, uploads: uploads.length, acknowledged, resumed, abandoned: before.open };
  } finally {
    await server.end('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  }
}

/** One client: first what was cut, then new ones, until the server is killed. */
async function keepSending(
  url: string,
  key: string,
  cut: CrashUpload[],
  uploads: CrashUpload[],
  life: AbortSignal,
): Promise<void> {
  while (!life.aborted) {
    try {
      let upload = cut.pop();
      if (upload === undefined) {
        upload = await reserve(url, key);
        uploads.push(upload);
      }
      await send(url, upload);
    } catch (error) {
      // Anything may fail while it dies; what it says before that must be right.
      if (error instanceof Broken || !isConnectionError(error)) throw error;
      return;
    }
  }
}

const isConnectionError = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && /terminated|aborted|socket/i.test(error.message));

const isAbandoned = (sessionId: string): boolean => sessionId.charCodeAt(0) % 10 === 0;
const countAcknowledged = (uploads: readonly CrashUpload[]): number =>
  uploads.filter(({ acknowledged }) => acknowledged).length;

async function noticeCompleted(url: string, key: string, uploads: readonly CrashUpload[]): Promise<void> {
  for (const upload of uploads) {
    if (upload.acknowledged) continue;
    const response = await fetch(`${url}/api/uploads/${upload.sessionId}/status`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { status } = (await response.json()) as { status: string };
    if (status === 'COMPLETE') upload.acknowledged = true;
    else if (status !== 'PENDING' && status !== 'UPLOADING') throw new Broken(`an open upload is ${status}`);
  }
}

async function sweep(env: Readonly<Record<string, string>>): Promise<void> {
  const { code, stderr } = await runServer(env, 'sweep');
  if (code !== 0) throw new Broken(`the sweep ended with ${code}: ${stderr}`);
}

if (import.meta.main) {
  const kills = Number(process.argv[2] ?? 200);
  const report = await runCrashLoop(kills, (line) => process.stdout.write(`${line}\n`));
  process.stdout.write(`nothing acknowledged was lost: ${JSON.stringify(report)}\n`);
}
