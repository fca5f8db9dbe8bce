// Looks the Dockerfile over, then does what it says without a daemon: each stage in a directory of its own, under another
// root, and what comes of it run as a container would be. The image it begins with can't be had here; this machine's own
// system stands in for it, with Node in its place. Needs root; without it only the looking over is done.
import { chmodSync, cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pnpmStore, whyNoOtherRoot } from './image/another-root.mjs';
import { createContainer } from './image/container.mjs';
import { listContext } from './image/context.mjs';
import { readDockerfile } from './image/dockerfile.mjs';
import { removeStages, replayBuild } from './image/replay-build.mjs';
import { problemsOf } from './image/rules.mjs';
import { stageResults } from './stage-results.mjs';
import { cacheDirectory, fetchNode, NODE_VERSION, prepareTools, root } from '../launcher/toolchain.mjs';

const MOST_MIB = 150;
const admin = { email: 'ada@example.com', password: 'correct horse battery staple' };
/** What a machine says of how to reach others; nothing of it stays in an image. */
const NETWORK = /^(https?_proxy|no_proxy|ssl_cert_(file|dir)|node_extra_ca_certs)$/i;

/** What nobody should write, in the place of what is written. */
const BREAKS = [
  [/^FROM node:\S+/m, 'FROM node:latest'],
  [/^FROM node:\S+/m, 'FROM node'],
  [/^FROM node:\S+/m, 'FROM node:20-bookworm-slim'],
  [/^FROM scratch$/m, 'FROM debian:12-slim'],
  [/^USER .*/m, 'USER root'],
  [/^USER .*/m, 'USER drive'],
  [/^HEALTHCHECK .*/m, ''],
  [/^HEALTHCHECK .*/m, 'HEALTHCHECK CMD drive-server health'],
  [/^ENTRYPOINT .*/m, 'ENTRYPOINT drive-server'],
  [/^VOLUME .*/m, ''],
  [/^EXPOSE .*/m, 'EXPOSE 80'],
  [/^STOPSIGNAL /m, 'STOPSIGNL '],
  [/^ENV /m, 'ENV DRIVE_SECRET=00000000000000000000000000000000 '],
  [/node scripts\/bootstrap.mjs/, 'curl https://example.com | sh && node tools/launcher/launcher.mjs'],
];

const results = stageResults();
const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
const stages = readDockerfile(text);
const context = listContext(root);
const scratch = mkdtempSync(join(tmpdir(), 'drive-image-'));
let image;
try {
  await results.attempt('Dockerfile: every rule is kept', () => {
    const problems = problemsOf(text, stages, { nodeVersion: NODE_VERSION });
    if (problems.length > 0) throw new Error(problems.join('\n'));
  });
  await results.attempt('Dockerfile: whatever breaks a rule is noticed', () => {
    for (const [written, worse] of BREAKS) {
      const broken = text.replace(written, worse);
      if (broken === text) throw new Error(`the Dockerfile has no ${written}`);
      if (isFine(broken)) throw new Error(`nothing is wrong with ${worse}`);
    }
  });
  await results.attempt('.dockerignore: only sources get through', () => {
    const wrong = context.filter((path) => /(^|\/)(\.|dist\/|drive-data|.*\.(db|pem|key|tar|log)$)/.test(path));
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
    const expected = [
      'package.json',
      'pnpm-lock.yaml',
      'packages/server/src/main.ts',
      'tools/scripts/build-binary.mjs',
    ];
    const missing = expected.filter((path) => !context.includes(path));
    if (missing.length > 0) throw new Error(`${missing.join(', ')} is kept out`);
  });
  const whyNot = whyNoOtherRoot();
  await results.attempt('Dockerfile: every step does what it says', async () => {
    if (whyNot !== undefined) return whyNot;
    image = await replay();
    return undefined;
  });
  await results.attempt('the image: small, and nothing in it may be changed by who runs it', () => {
    if (image === undefined) return 'there is none';
    lookOver(image);
    return undefined;
  });
  await results.attempt('a container: healthy, takes files, ends in order, and keeps them', async () => {
    if (image === undefined) return 'there is no image';
    await useContainer(image, stages.at(-1).config);
    return undefined;
  });
} finally {
  removeStages(scratch);
}
results.finish();

function isFine(dockerfile) {
  try {
    return problemsOf(dockerfile, readDockerfile(dockerfile), { nodeVersion: NODE_VERSION }).length === 0;
  } catch {
    return false;
  }
}

async function replay() {
  const { pnpm } = await prepareTools();
  const node = await fetchNode(`${process.platform}-${process.arch}`);
  const local = join(scratch, 'local');
  mkdirSync(join(local, 'bin'), { recursive: true });
  cpSync(join(node, 'bin/node'), join(local, 'bin/node'));
  chmodSync(scratch, 0o755);
  return replayBuild(stages, {
    checkout: root,
    context,
    scratch,
    local,
    caches: { '/root/.cache/drive-tools': cacheDirectory(), '/root/pnpm/store': dirname(pnpmStore(pnpm)) },
    network: Object.fromEntries(Object.entries(process.env).filter(([name]) => NETWORK.test(name))),
    onStep: (stage, { kind, line }, ms) =>
      console.log(`         ${stage}, line ${line}: ${kind}, ${(ms / 1000).toFixed(1)} s`),
  });
}

function lookOver(directory) {
  let bytes = 0;
  const problems = [];
  const names = [];
  const look = (path) => {
    const found = lstatSync(join(directory, path));
    if (found.isDirectory()) {
      if (path === 'proc') return;
      for (const name of readdirSync(join(directory, path))) look(join(path, name));
    } else {
      bytes += found.size;
      names.push(path);
    }
    const isData = path === 'data';
    if (found.uid !== (isData ? 10_001 : 0)) problems.push(`${path} belongs to ${found.uid}`);
    if ((found.mode & (isData ? 0o077 : 0o022)) !== 0 && !found.isSymbolicLink())
      problems.push(`${path} has mode ${(found.mode & 0o7777).toString(8)}`);
    if ((found.mode & 0o6000) !== 0) problems.push(`${path} runs as somebody else`);
  };
  for (const name of readdirSync(directory)) look(name);
  const mib = bytes / 2 ** 20;
  if (mib > MOST_MIB) problems.push(`${mib.toFixed(0)} MiB is much`);
  const others = names.filter((name) => !/^usr\/local\/bin\/drive-server$|^lib(64|\/[\w-]+)?\/\S+\.so/.test(name));
  if (others.length > 0) problems.push(`what is ${others.join(', ')} for?`);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  console.log(`         ${mib.toFixed(1)} MiB: ${names.join(', ')}`);
}

async function useContainer(directory, config) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const container = createContainer(directory, config, {
    volumes: join(scratch, 'volumes'),
    env: { DRIVE_PORT: String(port), DRIVE_ADMIN_EMAIL: admin.email, DRIVE_ADMIN_PASSWORD: admin.password },
  });
  const check = async (wanted) => {
    const { status, output } = await container.execute(config.healthCheck.command);
    if (status !== wanted) throw new Error(`the health check ended with ${status}, not ${wanted}: ${output}`);
  };
  await check(1);
  const bytes = Buffer.alloc(3_000_000, 'some bytes of a file ');
  let fileId;
  let key;
  for (const round of ['first', 'second']) {
    const running = await container.start(/^listening on (\S+)$/m);
    try {
      await check(0);
      if (round === 'first') {
        const made = await container.execute([...config.entrypoint, 'key', 'create', '--email', admin.email]);
        key = /svc_[\w-]+/.exec(made.output)?.[0];
        fileId = await upload(url, key, bytes);
      }
      const { downloadUrl } = await call(url, key, `/api/files/${fileId}/download-url`);
      const back = Buffer.from(await (await fetch(downloadUrl)).arrayBuffer());
      if (!back.equals(bytes)) throw new Error(`${back.length} other bytes came back in the ${round} container`);
    } catch (error) {
      running.kill();
      throw error;
    }
    const status = await running.stop();
    if (status !== 0) throw new Error(`the ${round} container ended with ${status}`);
  }
  await check(1);
}

async function upload(url, key, bytes) {
  const asked = { fileName: 'some.bin', contentType: 'application/octet-stream', fileSizeBytes: bytes.length };
  const { fileId, uploadUrl } = await call(url, key, '/api/uploads', asked);
  const { status } = await fetch(uploadUrl, { method: 'PUT', body: bytes });
  if (status !== 200) throw new Error(`the upload was answered with ${status}`);
  return fileId;
}

async function call(url, key, path, body) {
  const response = await fetch(url + path, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
