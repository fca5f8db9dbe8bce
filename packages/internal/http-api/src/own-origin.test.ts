import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHttp, type HttpTest } from '../test/http.ts';

type Headers = Readonly<Record<string, string>>;

/** fetch does not let a test choose the Host. */
const post = (http: HttpTest, headers: Headers, path = '/form'): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port: http.port, path, method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    request.once('error', reject).end();
  });

const start = (baseUrl: string, trustedProxies: readonly string[] = []): Promise<HttpTest> =>
  startHttp({
    baseUrl,
    trustedProxies,
    routes: (router) => router.page('POST', '/form', (context) => context.text('done')),
  });

describe('a form posted to a server without a trusted proxy', () => {
  let http: HttpTest;
  beforeAll(async () => {
    http = await start('https://drive.example/drive');
  });
  afterAll(() => http.close());

  const nas = { host: 'nas.lan:8080' };
  it.each<[string, Headers]>([
    ['from the base URL', { origin: 'https://drive.example' }],
    ['from the base URL, at whatever host the proxy asks for', { ...nas, origin: 'https://drive.example' }],
    ['from the host it was sent to', { ...nas, origin: 'http://nas.lan:8080' }],
    ['from an IPv4 address', { host: '192.168.1.5', origin: 'http://192.168.1.5' }],
    ['from an IPv6 address', { host: '[fd00::5]:8080', origin: 'http://[fd00::5]:8080' }],
    ['from a host in capitals and with the default port', { host: 'NAS.lan:80', origin: 'http://nas.lan' }],
    ['with a Referer only', { ...nas, referer: 'http://nas.lan:8080/share/x?r=y' }],
    ['with a Referer of the base URL only', { referer: 'https://drive.example/drive/share/x' }],
    ['that the browser calls same-origin', { 'sec-fetch-site': 'same-origin', origin: 'https://alias.example' }],
    ['that the browser calls same-origin, without a referrer', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
    ['that the user repeats', { 'sec-fetch-site': 'none' }],
    ['by no browser', {}],
  ])('is accepted %s', async (_name, headers) => {
    expect(await post(http, headers)).toBe(200);
    expect(await post(http, headers, '/drive/form')).toBe(200);
  });

  it.each<[string, Headers]>([
    ['from another site', { origin: 'https://evil.example' }],
    ['from localhost, which is not where it was sent to', { origin: 'http://localhost' }],
    ['from the base URL under http', { origin: 'http://drive.example' }],
    ['from another port of the same host', { ...nas, origin: 'http://nas.lan:9090' }],
    ['from the same host under https', { ...nas, origin: 'https://nas.lan:8080' }],
    ['from a host that begins like ours', { origin: 'https://drive.example.evil.example' }],
    ['from a subdomain', { origin: 'https://a.drive.example' }],
    ['from no origin', { ...nas, origin: 'null' }],
    ['from no origin, with a Referer', { ...nas, origin: 'null', referer: 'http://nas.lan:8080/' }],
    ['from another site, with a Referer of ours', { ...nas, origin: 'http://evil', referer: 'http://nas.lan:8080/' }],
    ['with a Referer of another site', { ...nas, referer: 'http://evil.example/http://nas.lan:8080/' }],
    ['with a Referer that is no URL', { ...nas, referer: 'nas.lan:8080' }],
    ['with an empty Origin', { ...nas, origin: '' }],
    ['that the browser calls cross-site', { ...nas, 'sec-fetch-site': 'cross-site', origin: 'http://nas.lan:8080' }],
    ['that the browser calls same-site', { 'sec-fetch-site': 'same-site' }],
    ['with a forged X-Forwarded-Host', { ...nas, origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' }],
    ['with a forged X-Forwarded-Proto', { ...nas, origin: 'https://nas.lan:8080', 'x-forwarded-proto': 'https' }],
    ['with a Host that hides another one', { host: 'evil.example@nas.lan', origin: 'http://nas.lan' }],
    ['with a Host that has a path', { host: 'nas.lan/evil', origin: 'http://nas.lan' }],
  ])('is refused %s', async (_name, headers) => {
    expect(await post(http, headers)).toBe(403);
  });
});

describe('a form posted through a trusted proxy', () => {
  let http: HttpTest;
  beforeAll(async () => {
    http = await start('https://drive.example', ['127.0.0.1/32']);
  });
  afterAll(() => http.close());
  const alias = { host: 'upstream:8080', 'x-forwarded-host': 'alias.example', 'x-forwarded-proto': 'https' };

  it.each<[string, Headers]>([
    ['from the host that the proxy was asked for', { ...alias, origin: 'https://alias.example' }],
    ['from the base URL', { ...alias, origin: 'https://drive.example' }],
    [
      'from the host that the nearest proxy names',
      { ...alias, 'x-forwarded-host': 'evil.example, alias.example', origin: 'https://alias.example' },
    ],
    [
      'from the Host if the proxy hands that on',
      { host: 'alias.example', 'x-forwarded-proto': 'https', origin: 'https://alias.example' },
    ],
  ])('is accepted %s', async (_name, headers) => {
    expect(await post(http, headers)).toBe(200);
  });

  it.each<[string, Headers]>([
    ['from the name the proxy has for the server', { ...alias, origin: 'http://upstream:8080' }],
    ['from the right host under http', { ...alias, origin: 'http://alias.example' }],
    [
      'from a host that the visitor made up',
      { ...alias, 'x-forwarded-host': 'evil.example, alias.example', origin: 'https://evil.example' },
    ],
    ['from anywhere, of no host', { ...alias, 'x-forwarded-host': '', origin: 'https://evil.example' }],
  ])('is refused %s', async (_name, headers) => {
    expect(await post(http, headers)).toBe(403);
  });
});
