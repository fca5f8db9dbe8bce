// Records docs/session.svg: runs the real CLI against a real server and draws the session like a terminal. Variable
// parts (port, short code) are replaced by the ones of a typical server.
//   pnpm run build && node tools/scripts/pictures/record-session.mjs             draws it again
//   pnpm run build && node tools/scripts/pictures/record-session.mjs --check     fails if the session would differ
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from '../../launcher/toolchain.mjs';
import { startRealServer } from '../real-server.mjs';
import { runProgram } from '../run-program.mjs';
import { stageResults } from '../stage-results.mjs';

const TARGET = join(root, 'docs/session.svg');
const FILM_BYTES = 24_000_000;

const session = [
  { comment: 'a film, to a server of your own' },
  { run: 'drive-cli upload sea.mp4 --to /Films' },
  { run: 'drive-cli share /Films --slug sea --expires 7d' },
  { comment: 'anybody has the link; no account, no client' },
  { run: 'curl -sLo sea.zip https://drive.example.com/s/sea' },
  { run: 'unzip -p sea.zip | sha256sum; sha256sum < sea.mp4' },
  { comment: 'who came?' },
  { run: "drive-cli shares show /Films | grep -E '^(link|expires|downloads)'" },
  { comment: 'ask for files, from people without an account' },
  { run: 'drive-cli collect create Invoices --types .pdf --max-size 10M' },
];

if (process.argv.includes('--check')) {
  const results = stageResults();
  await results.attempt('docs/session.svg', async () => {
    const missing = ['curl', 'unzip', 'sha256sum'].filter((name) => !isThere(name));
    if (missing.length > 0) return `no ${missing.join(', ')} here`;
    const rows = await record();
    if (readFileSync(TARGET, 'utf8') === draw(rows)) return undefined;
    const said = rows.map(({ text }) => text).join('\n');
    throw new Error(`a session looks like this now, so run node tools/scripts/pictures/record-session.mjs\n${said}`);
  });
  results.finish();
} else writeFileSync(TARGET, draw(await record()));

function isThere(name) {
  return process.env.PATH.split(delimiter).some((folder) => existsSync(join(folder, name)));
}

async function record() {
  const server = await startRealServer();
  const directory = mkdtempSync(join(tmpdir(), 'drive-session-'));
  try {
    const programs = join(directory, 'bin');
    mkdirSync(programs);
    const main = join(root, 'packages/cli/dist/main.mjs');
    writeFileSync(join(programs, 'drive-cli'), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
    chmodSync(join(programs, 'drive-cli'), 0o755);
    const cwd = join(directory, 'home');
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'sea.mp4'), film());
    const env = {
      PATH: `${programs}:${process.env.PATH}`,
      HOME: server.home,
      DRIVE_BASE_URL: server.url,
      DRIVE_API_KEY: server.apiKey,
      COLUMNS: '80',
    };
    const said = [];
    for (const { comment, run } of session) {
      if (comment !== undefined) {
        if (said.length > 0) said.push({ kind: 'output', text: '' });
        said.push({ kind: 'comment', text: `# ${comment}` });
        continue;
      }
      said.push({ kind: 'prompt', text: run });
      const here = run.replaceAll('https://drive.example.com', server.url);
      const { output } = await runProgram('bash', ['--norc', '-euo', 'pipefail', '-c', here], { cwd, env });
      for (const text of asPeopleSeeIt(output, server.url)) said.push({ kind: 'output', text });
    }
    return said;
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Returns the same bytes in every run. */
function film() {
  const bytes = Buffer.alloc(FILM_BYTES);
  for (let at = 0, state = 1; at < bytes.length; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes.writeUInt32LE(state, at);
  }
  return bytes;
}

function asPeopleSeeIt(output, url) {
  return output
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) =>
      line
        .replaceAll(url, 'https://drive.example.com')
        .replace(/\/(collect|share|proof)\/[\w-]{16,}/, '/$1/Zt3kQ9mWxv')
        .replace(
          /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/,
          '5e0f1b9a-3c50-4e2f-8f9e-7a9d1a6f4b11',
        )
        .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+Z)?)?/g, '2026-12-01 09:30'),
    );
}

function draw(rows) {
  const [width, rowHeight, top, left] = [860, 22, 56, 24];
  const height = top + rows.length * rowHeight + 14;
  const texts = rows.map(({ kind, text }, index) => {
    const mark = kind === 'prompt' ? '<tspan class="mark">$ </tspan>' : '';
    const y = top + index * rowHeight;
    return `  <text class="${kind}" x="${left}" y="${y}">${mark}${escape(text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
  <title id="title">A terminal: ${escape(
    rows
      .filter(({ kind }) => kind === 'prompt')
      .map(({ text }) => text)
      .join('; '),
  )}</title>
  <style>
    .window { fill: #fbfbfc; stroke: #d5dae0 }
    .dots { fill: #c9d0d8 }
    text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre; fill: #24292f }
    .comment { fill: #59636e }
    .prompt { font-weight: 600 }
    .mark { fill: #0b6664 }
    .output { fill: #3d444d }
    @media (prefers-color-scheme: dark) {
      .window { fill: #15181d; stroke: #30363d }
      .dots { fill: #3d444d }
      text { fill: #e6e8eb }
      .comment { fill: #97a1ac }
      .mark { fill: #84bcff }
      .output { fill: #c3c9d0 }
    }
  </style>
  <rect class="window" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10" />
  <g class="dots"><circle cx="22" cy="20" r="5" /><circle cx="40" cy="20" r="5" /><circle cx="58" cy="20" r="5" /></g>
${texts.join('\n')}
</svg>
`;
}

function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
