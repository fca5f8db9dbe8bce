// Checks the example: serves the route and the page like a framework, and uploads as a program and in a real Chromium. The
// checks of the repository also build the same page and route with Next.js.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, join } from 'node:path';
import { DriveClient, uploadWithGrant } from '@drive/sdk';
import { chromium } from 'playwright-core';
import { build } from 'vite';

process.env.DRIVE_BASE_URL = process.env.DRIVE_URL;
const { POST } = await import('./app/api/upload/route.ts');
const { script, style } = await buildPage();
const html = `<!doctype html><html lang="en"><title>Uploads</title><style>${style}</style><main></main>
  <script type="module" src="/page.js"></script></html>`;

const server = createServer((incoming, outgoing) => {
  if (incoming.url === '/api/upload') void callRoute(incoming, outgoing);
  else if (incoming.url === '/page.js') outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
  else outgoing.writeHead(200, { 'content-type': 'text/html' }).end(html);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const origin = `http://127.0.0.1:${server.address().port}`;
const client = new DriveClient();

try {
  await asProgram(`${origin}/api/upload`);
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const browsers = process.env.PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const executablePath = browsers.find((path) => existsSync(path));
  if (executablePath === undefined) console.log('skipped: no Chromium on the PATH');
  else await inChromium(executablePath);
} finally {
  server.closeAllConnections();
  server.close();
}

/** Renders the page as Next.js does in the browser. */
async function buildPage() {
  const entry = 'virtual:page.js';
  const program = `
    import { createElement } from 'react';
    import { createRoot } from 'react-dom/client';
    import Page from '/app/page.tsx';
    createRoot(document.querySelector('main')).render(createElement(Page));`;
  const plugin = {
    name: 'page',
    resolveId: (id) => (id === entry ? id : null),
    load: (id) => (id === entry ? program : null),
  };
  const { output } = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    plugins: [plugin],
    build: { write: false, rolldownOptions: { input: entry, output: { codeSplitting: false } } },
  });
  const css = output.filter(({ fileName }) => fileName.endsWith('.css'));
  return { script: output.find(({ type }) => type === 'chunk').code, style: css.map(({ source }) => source).join('') };
}

async function callRoute(incoming, outgoing) {
  const { url, headers } = incoming;
  const request = new Request(`http://localhost${url}`, { method: 'POST', headers, body: incoming, duplex: 'half' });
  const response = await POST(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
}

async function asProgram(endpoint) {
  const signedIn = { endpoint, headers: { cookie: 'user=42' } };
  const letter = new File(['Dear Ada,\n'], 'letter.txt', { type: 'text/plain' });
  const { fileId } = await uploadWithGrant(letter, signedIn);
  assert.equal(await (await client.files.download(fileId)).text(), 'Dear Ada,\n');

  const isRefusedAs = (code) => (error) => error.code === code;
  await assert.rejects(uploadWithGrant(letter, { endpoint }), isRefusedAs('authentication_required'));
  await assert.rejects(uploadWithGrant(new File(['x'], 'x.exe'), signedIn), isRefusedAs('file_type_not_allowed'));
}

async function inChromium(executablePath) {
  const args = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const page = await browser.newPage();
    // Generous, for busy machines.
    page.setDefaultTimeout(120_000);
    page.on('pageerror', (error) => assert.fail(error));
    const postcard = {
      name: 'postcard from next.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Wish you were here\n'),
    };
    await page.goto(origin);
    const input = page.locator('input[type=file]');
    await input.setInputFiles(postcard);
    // Nobody is signed in yet.
    const retry = page.getByRole('button', { name: `Retry ${postcard.name}` });
    await retry.waitFor();
    await page.context().addCookies([{ name: 'user', value: '42', url: origin }]);
    await retry.click();
    await page.getByText('Uploaded, 19 bytes').waitFor();
    const { id } = await client.files.getByPath(`/${postcard.name}`);
    assert.equal(await (await client.files.download(id)).text(), postcard.buffer.toString());
    await input.setInputFiles({ name: 'tool.exe', mimeType: '', buffer: Buffer.from('MZ') });
    await page.getByText('Files of this type are not accepted.').first().waitFor();
  } finally {
    await browser.close();
  }
}
