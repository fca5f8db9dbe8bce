// Builds a Next.js project of the blocks of docs/uploads-in-your-app.md, word for word, and uploads with it in Chromium.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { DriveClient } from '@drive/sdk';
import { chromium } from 'playwright-core';
import { root } from '../../launcher/toolchain.mjs';
import { runProgram } from '../run-program.mjs';

const PAGE = 'docs/uploads-in-your-app.md';
/** What `create-next-app` makes, without fonts, which it loads from a network. */
const LAYOUT = `export default function RootLayout({ children }) {
  return (<html lang="en"><body>{children}</body></html>);
}
`;

/** `scratch` is where Next.js, React and our packages are installed. Returns why it was not tried, if it was not. */
export async function tryNextProject({ scratch, server, environment }) {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const programs = process.env.PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const executablePath = process.env.DRIVE_CHROMIUM ?? programs.find((path) => existsSync(path));
  if (executablePath === undefined) return 'no Chromium on the PATH';

  // Below the installed packages, which Next.js finds in the folders above.
  const project = join(scratch, 'my-app');
  writeProject(project);
  const { DRIVE_API_KEY, ...rest } = environment;
  const client = new DriveClient({ baseUrl: server.url, apiKey: DRIVE_API_KEY });
  const { id: folderId } = await client.files.createFolder({ name: 'my-app' });
  const { rawKey } = await client.apiKeys.create({ label: 'my-app', scopes: ['files:write'], folderId });
  writeFileSync(join(project, '.env.local'), `DRIVE_BASE_URL=${server.url}\nDRIVE_API_KEY=${rawKey}\n`);
  const env = { PATH: rest.PATH, HOME: rest.HOME, NEXT_TELEMETRY_DISABLED: '1' };
  const next = join(scratch, 'node_modules/next/dist/bin/next');
  await runProgram(process.execPath, [next, 'build'], { cwd: project, env });

  const port = await freePort();
  const args = [next, 'start', '--hostname', '127.0.0.1', '--port', String(port)];
  const app = spawn(process.execPath, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const browserArgs = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const browser = await chromium.launch({ executablePath, args: browserArgs });
  try {
    for await (const line of app.stdout) if (String(line).includes('Ready')) break;
    await upload(await browser.newPage(), `http://127.0.0.1:${port}`);
    const { id } = await client.files.getByPath('/my-app/hello.pdf');
    assert.equal(await (await client.files.download(id)).text(), '%PDF-1.4\n');
  } finally {
    await browser.close();
    app.kill();
  }
  return undefined;
}

function writeProject(project) {
  const text = readFileSync(join(root, PAGE), 'utf8');
  const section = text.slice(text.indexOf('## An empty project'), text.indexOf('## Who may upload'));
  const write = (path, content) => {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), content);
  };
  for (const [path, language] of [
    ['app/api/upload/route.ts', 'ts'],
    ['app/page.tsx', 'tsx'],
  ]) {
    const block = new RegExp(`^\`${path}\`[^]*?^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(section)?.[1];
    if (block === undefined) throw new Error(`${PAGE} has no block for ${path}`);
    write(path, block);
  }
  write('app/layout.jsx', LAYOUT);
  write('package.json', '{"private":true}');
  // The packages are in the folder above.
  write('next.config.mjs', `export default { turbopack: { root: ${JSON.stringify(dirname(project))} } };\n`);
}

async function upload(page, origin) {
  // Generous, for busy machines.
  page.setDefaultTimeout(120_000);
  page.on('pageerror', (error) => assert.fail(error));
  await page.goto(origin);
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'hello.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n') });
  await page.getByText('Uploaded, 9 bytes').waitFor();
  await input.setInputFiles({ name: 'tool.exe', mimeType: '', buffer: Buffer.from('MZ') });
  await page.getByText('Files of this type are not accepted.').first().waitFor();
  assert.ok(!(await page.content()).includes('svc_'), 'the page contains no key');
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}
