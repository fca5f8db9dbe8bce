import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createGuardedFetch, createTargetCheck, type GuardedFetchOptions } from './index.ts';

const get = (options: GuardedFetchOptions, url: string) => createGuardedFetch(options)({ url, method: 'GET' });

describe('a rule of ports', () => {
  const resolve = (): Promise<string[]> => Promise.resolve(['1.1.1.1']);

  test.each([
    ['https://hooks.example.com/', true],
    ['https://hooks.example.com:8443/', true],
    ['https://hooks.example.com:22/', false],
    ['https://1.1.1.1:6379/', false],
    ['https://[2606:4700::1111]:465/', false],
  ])('decides about %s', async (url, isAllowed) => {
    const refusal = { reason: 'port', message: expect.stringMatching(/^port \d+ is not allowed$/) };
    for (const allowCidrs of [[], ['10.0.0.0/8']]) {
      const checked = createTargetCheck({ resolve, ports: [443, 8443], allowCidrs })(url);
      if (isAllowed) await checked;
      else await expect(checked).rejects.toMatchObject(refusal);
    }
    // An allowed port is not asked for here, because nobody may be listening.
    if (!isAllowed) await expect(get({ resolve, ports: [443, 8443] }, url)).rejects.toMatchObject(refusal);
  });

  test('does not apply to exempt networks', async () => {
    const server = createServer((_request, response) => response.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const options = { ports: [443], allowCidrs: ['127.0.0.0/8'] };
    await createTargetCheck(options)(url);
    expect((await get(options, url)).status).toBe(200);
    server.close();
  });

  test('refuses a name that has no address yet if no network is exempt', async () => {
    const nothing = { resolve: () => Promise.resolve([]), ports: [443] };
    await expect(createTargetCheck(nothing)('https://hooks.example.com:22/')).rejects.toMatchObject({ reason: 'port' });
    await createTargetCheck({ ...nothing, allowCidrs: ['10.0.0.0/8'] })('https://hooks.example.com:22/');
  });
});
