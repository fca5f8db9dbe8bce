import { callExamples, exampleOf, jsonOf, listEndpoints, type OpenApi, slugOf } from '@drive/api-docs';
import { endpoints, type EndpointShape } from '@drive/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDrive, type Drive } from '../../../test/drive.ts';

let drive: Drive;
let api: OpenApi;
beforeAll(async () => {
  drive = await startDrive();
  api = (await (await drive.fetch('/api/openapi.json')).json()) as OpenApi;
});
afterAll(() => drive.close());

const page = async (path: string): Promise<string> => {
  const response = await drive.fetch(path, { headers: { accept: 'text/html' } });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  return response.text();
};

describe('the API reference pages', () => {
  it('show every operation once, linked from the overview', async () => {
    const overview = await page('/api/docs');
    for (const { name } of api.tags) {
      const text = await page(`/api/docs/${slugOf(name)}`);
      for (const { operationId, tags } of listEndpoints(api.paths)) {
        expect(text.includes(`id="${operationId}"`)).toBe(tags.includes(name));
        if (tags.includes(name)) expect(overview).toContain(`href="/api/docs/${slugOf(name)}#${operationId}"`);
      }
    }
    expect((await drive.fetch('/api/docs/nothing')).status).toBe(404);
  });

  it('load nothing from other hosts, and run only their own script', async () => {
    for (const path of ['/api/docs', ...api.tags.map(({ name }) => `/api/docs/${slugOf(name)}`)]) {
      const text = await page(path);
      expect(text.match(/<script[^>]*>/g)).toEqual([
        expect.stringMatching(/^<script type="module" src="\/assets\/[\w-]+\/api-docs\.js">$/),
      ]);
      expect(text).not.toMatch(/<link[^>]+href="(https?:)?\/\//);
      expect(Buffer.byteLength(text)).toBeLessThan(600_000);
    }
  });

  it('find operations by the words of their method, path and summary, without a script', async () => {
    const text = await page('/api/docs?q=folder+post');
    expect(text).toContain('href="/api/docs/files-and-folders#createFolder"><code>');
    expect(text).not.toContain('#listFiles"><code>');
    expect(await page('/api/docs?q=%3Cimg%3E')).toContain('Operations with “&lt;img&gt;”');
  });

  it('show example bodies that the server accepts', () => {
    const shapes = Object.values(endpoints) as EndpointShape[];
    const refused = listEndpoints(api.paths).flatMap(({ operationId, requestBody }) => {
      const schema = jsonOf(requestBody?.content);
      const body = shapes.find(({ id }) => id === operationId)?.body;
      if (schema === undefined || body === undefined) return [];
      const found = body.safeParse(exampleOf(api, schema, 'required'));
      return found.success ? [] : [`${operationId}: ${found.error.message}`];
    });
    expect(refused).toEqual([]);
  });

  it('show each operation as call of the SDK, of the command line, and of curl', async () => {
    const text = await page('/api/docs/files-and-folders');
    expect(text).toContain('await client.files.createFolder(');
    expect(text).toContain('drive-cli mkdir ');
    expect(text).toContain('-H &quot;Authorization: Bearer $DRIVE_API_KEY&quot;');
    for (const endpoint of listEndpoints(api.paths))
      expect(callExamples(api, endpoint).map(({ lang }) => lang)).toEqual(expect.arrayContaining(['SDK', 'curl']));
  });

  it('show the body of every event', async () => {
    const text = await page('/api/docs/webhooks');
    for (const type of Object.keys(api.webhooks ?? {})) expect(text).toContain(`id="on.${type}"`);
  });
});
