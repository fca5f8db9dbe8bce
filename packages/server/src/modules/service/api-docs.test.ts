import {
  callExamples,
  exampleOf,
  jsonOf,
  listEndpoints,
  resolve,
  slugOf,
  type Endpoint,
  type OpenApi,
} from '@drive/api-docs';
import { endpoints, type EndpointShape } from '@drive/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDrive, type Drive } from '../../../test/drive.ts';

let drive: Drive;
let api: OpenApi;
/** The pages by path. */
const pages = new Map<string, string>();
const policies: string[] = [];
beforeAll(async () => {
  drive = await startDrive();
  api = (await (await drive.fetch('/api/openapi.json')).json()) as OpenApi;
  for (const path of ['/api/docs', ...api.tags.map(({ name }) => `/api/docs/${slugOf(name)}`)]) {
    const response = await drive.fetch(path, { headers: { accept: 'text/html' } });
    policies.push(response.headers.get('content-security-policy') ?? '');
    pages.set(path, await response.text());
  }
});
afterAll(() => drive.close());

const page = (tag: string): string => pages.get(`/api/docs/${slugOf(tag)}`) ?? '';
/** The part of a page that shows an operation or an event. */
const cardOf = ({ tags: [tag = ''], operationId }: Endpoint): string =>
  /^[^]*?<section class="card"/.exec(page(tag).split(`<section class="card" id="${operationId}">`)[1] ?? '')?.[0] ?? '';
const operation = (id: string): Endpoint => listEndpoints(api.paths).find(({ operationId }) => operationId === id)!;

describe('the API reference pages', () => {
  it('show every operation once, linked from the overview', async () => {
    for (const { name } of api.tags)
      for (const { operationId, tags } of listEndpoints(api.paths)) {
        expect(page(name).includes(`id="${operationId}"`)).toBe(tags.includes(name));
        if (tags.includes(name))
          expect(pages.get('/api/docs')).toContain(`href="/api/docs/${slugOf(name)}#${operationId}"`);
      }
    expect((await drive.fetch('/api/docs/nothing')).status).toBe(404);
  });

  it('link to anchors that exist, each once', () => {
    for (const [path, text] of pages) {
      const ids = Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id]) => id);
      expect([path, ids.filter((id, index) => ids.indexOf(id) !== index)]).toEqual([path, []]);
      const targets = Array.from(text.matchAll(/ href="#([^"]+)"/g), ([, id]) => id);
      expect([path, targets.filter((id) => !ids.includes(id))]).toEqual([path, []]);
    }
  });

  it('are small, have no script, and load nothing from other hosts', () => {
    for (const policy of policies) expect(policy).toMatch(/^default-src 'none'; (?!.*script-src)/);
    for (const [path, text] of pages) {
      expect([path, text.match(/<script|<link[^>]+href="(https?:)?\/\/| on\w+="/)]).toEqual([path, null]);
      expect([path, Buffer.byteLength(text) < 300_000]).toEqual([path, true]);
    }
  });

  it('show the parameters, fields, responses, errors and scopes of an operation', () => {
    const card = cardOf(operation('createFolder'));
    expect(card).toContain('<code>Idempotency-Key (header)</code> <span class="muted">string, optional</span>');
    expect(card).toContain('1 to 255 characters.');
    expect(card).toContain('<code>name</code> <span class="muted">string</span>');
    expect(card).toContain('<code>parentId</code> <span class="muted">id or null, optional</span>');
    expect(card).toContain('<code>201</code> <span class="muted"><a href="#Item">Item</a></span><p>The new folder.');
    expect(card).toContain('<code>name_conflict</code>');
    expect(card).toContain('<code>files:write</code>');
    expect(page('Files and folders')).toMatch(
      /<li id="Item"><code>Item<\/code> (?:(?!<li id=).)*<code>mimeType<\/code>/s,
    );
  });

  it('show every field of every body, however deep', () => {
    const namesOf = (schema: OpenApi['components']['schemas'][string]): string[] => [
      ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [name, ...namesOf(field)]),
      ...[...(schema.anyOf ?? []), ...(schema.items === undefined ? [] : [schema.items])].flatMap(namesOf),
    ];
    for (const endpoint of [...listEndpoints(api.paths), ...listEndpoints(api.webhooks)]) {
      const names = namesOf(resolve(api, jsonOf(endpoint.requestBody?.content) ?? {}));
      const card = cardOf(endpoint);
      expect([endpoint.operationId, names.filter((name) => !card.includes(`<code>${name}</code>`))]).toEqual([
        endpoint.operationId,
        [],
      ]);
    }
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

  it('show each operation as call of the SDK, of the command line, and of curl', () => {
    const card = cardOf(operation('createFolder'));
    expect(card).toContain('await client.files.createFolder(');
    expect(card).toContain('drive-cli mkdir ');
    expect(card).toContain('-H &quot;Authorization: Bearer $DRIVE_API_KEY&quot;');
    for (const endpoint of listEndpoints(api.paths))
      expect(callExamples(api, endpoint).map(({ label }) => label)).toEqual(expect.arrayContaining(['SDK', 'curl']));
  });

  it('show the body of every event, and no call of it', () => {
    for (const event of listEndpoints(api.webhooks)) {
      const card = cardOf(event);
      expect(card).toContain(`<code>type</code> <span class="muted">&quot;${event.path}&quot;</span>`);
      expect(card).toContain('aria-label="Request body"');
      expect(card).not.toContain('aria-label="curl"');
    }
  });
});
