import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { allTools } from './all-tools.ts';
import { answerMcpRequest } from './serve.ts';

interface Listed {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Schema;
  readonly outputSchema: Schema;
  readonly annotations: Readonly<Record<string, unknown>>;
}
interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly description?: string;
}

const scopes = ['files:read', 'files:write', 'shares', 'webhooks', 'account', 'admin'] as const;

/** The answer to tools/list as it is on the wire. */
async function listTools(): Promise<Listed[]> {
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  const response = await answerMcpRequest(request, {
    baseUrl: 'http://localhost',
    authorization: `Bearer svc_${'x'.repeat(40)}`,
    fetch: () => Promise.reject(new Error('a list needs no request')),
    scopes,
    version: '1.0.0',
    onDefect: () => {},
  });
  const [, data = ''] = /^data: (.*)$/m.exec(await response.text()) ?? [];
  return (JSON.parse(data) as { result: { tools: Listed[] } }).result.tools;
}

const tools = await listTools();

it('lists every tool', () => {
  expect(tools.map(({ name }) => name)).toEqual(allTools.map(({ name }) => name));
});

describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  it('has schemas of objects, in strict JSON Schema 2020-12, without references and lists of types', () => {
    for (const schema of [tool.inputSchema, tool.outputSchema]) {
      expect(schema.type).toBe('object');
      expect(() => new Ajv2020({ strict: true, strictRequired: false }).compile(schema)).not.toThrow();
      expect(JSON.stringify(schema)).not.toContain('"$ref"');
      // Several model providers know a single type only.
      expect(JSON.stringify(schema)).not.toContain('"type":[');
    }
  });

  it('describes itself and each of its arguments', () => {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
    for (const text of [tool.title, tool.description]) expect(text).not.toBe('');
    for (const [argument, { description }] of Object.entries(tool.inputSchema.properties ?? {}))
      expect([argument, description ?? '']).not.toEqual([argument, '']);
  });

  it('says whether it only reads, and whether the user is to be asked', () => {
    const { readOnlyHint, destructiveHint, openWorldHint } = tool.annotations;
    expect([readOnlyHint, destructiveHint, openWorldHint].every((hint) => typeof hint === 'boolean')).toBe(true);
    const writes = allTools.find((each) => each.name === name)!.scopes.some((scope) => scope !== 'files:read');
    expect(readOnlyHint).toBe(!writes);
    if (readOnlyHint === true) expect(destructiveHint).toBe(false);
  });
});

it('asks the user before it changes, hides or shares what is there', () => {
  const asking = tools.filter(({ annotations }) => annotations['destructiveHint'] === true).map(({ name }) => name);
  expect(asking).toEqual(['write_file', 'move', 'copy', 'trash', 'restore_version', 'share', 'create_upload_grant']);
});
