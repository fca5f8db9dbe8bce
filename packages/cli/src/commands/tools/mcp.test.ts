import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cli } from '../../../test/cli.ts';
import { useDrive } from '../../../test/drive-user.ts';

const user = useDrive();
const main = fileURLToPath(new URL('../../main.ts', import.meta.url));

/** Starts the command as an assistant does. */
async function connect(argv: readonly string[] = [], mode: 'legacy' | 'auto' = 'auto'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--conditions=@drive/source', main, 'mcp', ...argv],
    env: { ...user.env, HOME: user.home },
    stderr: 'ignore',
  });
  onTestFinished(() => client.close());
  await client.connect(transport);
  return client;
}

describe('an assistant that starts the command', () => {
  it.each(['legacy', 'auto'] as const)('[P-974] has the tools of the key, by the %s protocol', async (mode) => {
    const { rawKey } = await user.client().apiKeys.create({ scopes: ['files:read'] });
    user.write('key.txt', rawKey);
    const client = await connect(['--api-key-file', user.here('key.txt')], mode);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'list_drives',
      'list_folder',
      'search',
      'read_file',
      'list_versions',
    ]);
    expect(client.getInstructions()).toContain('Paths begin with a slash');
  });

  it('stores and reads files, and hears refusals in words', async () => {
    const client = await connect();
    await client.callTool({ name: 'write_file', arguments: { path: '/Notes/a.txt', content: 'ä\n' } });
    const read = await client.callTool({ name: 'read_file', arguments: { path: '/Notes/a.txt' } });
    expect(read).toMatchObject({ content: [{ type: 'text', text: 'ä\n' }], structuredContent: { text: 'ä\n' } });
    expect(await client.callTool({ name: 'trash', arguments: { path: '/none' } })).toMatchObject({
      isError: true,
      content: [{ text: 'There is nothing at /none. list_folder shows what is in a folder.' }],
    });
    expect(await user.all()).toEqual(['/Notes', '/Notes/a.txt']);
  });
});

it('ends with its input, and tells why it cannot start', async () => {
  expect(await user.with({ stdin: '' }, 'mcp')).toMatchObject({ code: 0, out: '' });
  expect(await cli(['mcp'])).toMatchObject({ code: 4, out: '' });
  expect(await user.with({ env: { DRIVE_API_KEY: `svc_${'x'.repeat(40)}` } }, 'mcp')).toMatchObject({ code: 4 });
});
