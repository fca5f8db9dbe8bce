// Runs examples/edge in workerd, the runtime of Cloudflare Workers, by miniflare.
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from '../../launcher/toolchain.mjs';

const program = (code) => `
  import assert from 'node:assert/strict';
  import { DriveClient, uploadWithGrant } from '@drive/sdk';
  import { Miniflare } from 'miniflare';
  const { DRIVE_URL, DRIVE_API_KEY } = process.env;
  const worker = new Miniflare({
    modules: true, script: ${JSON.stringify(code)}, compatibilityDate: '2026-01-01', bindings: { DRIVE_URL, DRIVE_API_KEY },
  });
  try {
    const client = new DriveClient({ baseUrl: DRIVE_URL, apiKey: DRIVE_API_KEY });
    const headers = { 'content-type': 'application/json' };
    const asked = await worker.dispatchFetch('http://worker/api/upload', { method: 'POST', headers, body: '{}' });
    assert.equal(asked.status, 201);
    const { fileId } = await uploadWithGrant(new File(['It was hot.\\n'], 'august.txt'), await asked.json());
    const { name } = await client.files.get(fileId);
    const found = await worker.dispatchFetch('http://worker/' + name, { redirect: 'manual' });
    assert.equal(found.status, 302);
    assert.equal(await (await fetch(found.headers.get('location'))).text(), 'It was hot.\\n');
    assert.equal((await worker.dispatchFetch('http://worker/september.txt')).status, 404);
  } finally {
    await worker.dispose();
  }`;

/** `run` runs a program in `scratch`, where miniflare and the SDK are installed. */
export async function tryEdgeExample({ scratch, run }) {
  const input = join(scratch, 'edge-worker.ts');
  copyFileSync(join(root, 'examples/edge/worker.ts'), input);
  const bundle = await rolldown({
    input,
    platform: 'browser',
    resolve: { conditionNames: ['workerd', 'worker', 'import'] },
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  writeFileSync(join(scratch, 'edge-example.mjs'), program(output[0].code));
  await run(process.execPath, ['edge-example.mjs']);
}
