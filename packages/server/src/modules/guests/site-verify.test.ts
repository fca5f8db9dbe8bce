import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { captchaServices } from '@drive/captcha';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startDrive, type Drive } from '../../../test/drive.ts';
import { loadConfig } from '../../config.ts';

/** The requests to a fake service, and its next response. */
interface FakeService {
  readonly url: string;
  readonly asked: { method: string | undefined; type: string | undefined; form: Record<string, string> }[];
  answer: { status: number; body: string } | 'nothing';
  close(): Promise<void>;
}

async function startService(): Promise<FakeService> {
  const server: Server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (text: string) => (body += text));
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(body));
      service.asked.push({ method: request.method, type: request.headers['content-type'], form });
      if (service.answer === 'nothing') return void request.socket.destroy();
      response.writeHead(service.answer.status, { 'content-type': 'application/json' }).end(service.answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: FakeService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`,
    asked: [],
    answer: { status: 200, body: '{"success":true}' },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return service;
}

let service: FakeService;
let drive: Drive;
const start = (more: object = {}): Promise<Drive> =>
  startDrive({
    settings: {
      CAPTCHA: 'turnstile',
      CAPTCHA_SITE_KEY: 'site',
      CAPTCHA_SECRET: 'secret & more',
      CAPTCHA_VERIFY_URL: service.url,
      ...more,
    },
  });
beforeEach(async () => {
  service = await startService();
});
afterEach(async () => {
  await drive.close();
  await service.close();
});

const upload = async (captchaToken?: string): Promise<[number, string?]> => {
  const json = { fileName: 'a', contentType: 'text/plain', sizeBytes: 1, captchaToken };
  const response = await drive.fetch('/api/public/uploads', { method: 'POST', json });
  const { code } = (await response.json()) as { code?: string };
  return code === undefined ? [response.status] : [response.status, code];
};

describe.each(['turnstile', 'hcaptcha'] as const)('%s', (provider) => {
  beforeEach(async () => {
    drive = await start({ CAPTCHA: provider });
  });

  it('verifies a token with one request, which has the secret and not the visitor’s IP address', async () => {
    expect(await upload('token & more')).toEqual([201]);
    expect(service.asked).toEqual([
      {
        method: 'POST',
        type: 'application/x-www-form-urlencoded',
        form: { secret: 'secret & more', response: 'token & more', sitekey: 'site' },
      },
    ]);
  });

  it('[P-329] verifies a batch with one request', async () => {
    const files = Array.from({ length: 10 }, () => ({ fileName: 'a', contentType: 'text/plain', sizeBytes: 1 }));
    const json = { files, captchaToken: 'token' };
    expect((await drive.fetch('/api/public/uploads/batch', { method: 'POST', json })).status).toBe(201);
    expect(service.asked).toHaveLength(1);
  });

  it('[P-327] answers 400 captcha_failed if the service rejects the token, in any format', async () => {
    for (const body of ['{"success":false,"error-codes":["invalid-input-response"]}', '{"success":false}']) {
      service.answer = { status: 200, body };
      expect(await upload('token')).toEqual([400, 'captcha_failed']);
    }
    service.answer = { status: 400, body: '{"success":false,"error-codes":["bad-request"]}' };
    expect(await upload('token')).toEqual([400, 'captcha_failed']);
    service.answer = { status: 400, body: 'Bad Request' };
    expect(await upload('token')).toEqual([400, 'captcha_failed']);
  });

  it('[P-326] is not called without a token', async () => {
    for (const token of [undefined, '', ' ']) expect(await upload(token)).toEqual([400, 'captcha_failed']);
    expect(service.asked).toEqual([]);
  });

  it('answers 503 if the service fails, and refunds the call', async () => {
    for (const answer of [
      { status: 500, body: '{"success":true}' },
      { status: 200, body: 'maintenance' },
      { status: 200, body: '{"success":"true"}' },
      { status: 302, body: '' },
      'nothing',
      'nothing',
    ] as const) {
      service.answer = answer;
      expect(await upload('token')).toEqual([503, 'unavailable']);
    }
    expect(await drive.database.reader.selectFrom('upload_sessions').select('id').execute()).toEqual([]);
    expect(drive.logged.filter(({ level }) => level === 'error')).toHaveLength(6);
    expect(JSON.stringify(drive.logged)).not.toContain('secret & more');
    service.answer = { status: 200, body: '{"success":true}' };
    for (let time = 0; time < 5; time += 1) expect(await upload('token')).toEqual([201]);
  });

  it('[P-339] is named in the public configuration and embedded in the page', async () => {
    expect(await (await drive.fetch('/api/public/config')).json()).toMatchObject({
      captcha: { provider, siteKey: 'site' },
    });
    expect((await drive.fetch('/api/public/captcha/challenge')).status).toBe(404);
    const page = await drive.fetch('/upload');
    const html = await page.text();
    const { embedded, className } = captchaServices[provider];
    expect(html).toContain(`<script src="${embedded.script}" async="" defer=""></script>`);
    expect(html).toContain(`class="captcha ${className}" data-sitekey="site"`);
    const policy = page.headers.get('content-security-policy')!;
    for (const kind of ['script-src', 'frame-src', 'connect-src'])
      expect(policy).toMatch(new RegExp(`${kind} [^;]*${embedded.origins[0].replaceAll('.', '\\.')}`));
    expect(html).not.toContain('secret & more');
  });
});

describe('the limit on calls', () => {
  it('[P-311] counts failed captchas, also in concurrent calls', async () => {
    drive = await start();
    service.answer = { status: 200, body: '{"success":false}' };
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload('token')));
    expect(answers.filter(([, code]) => code === 'captcha_failed')).toHaveLength(5);
    expect(answers.filter(([, code]) => code === 'too_many_requests')).toHaveLength(1);
    expect(service.asked).toHaveLength(5);
  });
});

describe('settings', () => {
  it.each(['turnstile', 'hcaptcha'])('prevent the start if %s has no key or secret', async (captcha) => {
    drive = await start();
    const problemsWith = (env: Record<string, string>): readonly string[] => {
      try {
        loadConfig({ flags: {}, env: { DRIVE_DATA_DIR: '/nowhere', DRIVE_CAPTCHA: captcha, ...env } });
        return [];
      } catch (error) {
        return (error as { problems: readonly string[] }).problems;
      }
    };
    expect(problemsWith({})).toEqual([
      `DRIVE_CAPTCHA_SITE_KEY is needed with DRIVE_CAPTCHA=${captcha}`,
      `DRIVE_CAPTCHA_SECRET is needed with DRIVE_CAPTCHA=${captcha}`,
    ]);
    expect(problemsWith({ DRIVE_CAPTCHA_SITE_KEY: 'a' })).toEqual([
      `DRIVE_CAPTCHA_SECRET is needed with DRIVE_CAPTCHA=${captcha}`,
    ]);
    expect(problemsWith({ DRIVE_CAPTCHA_SITE_KEY: 'a', DRIVE_CAPTCHA_SECRET: 'b' })).toEqual([]);
  });
});
