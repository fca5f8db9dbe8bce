import { createHash } from 'node:crypto';
import { formBody, jsonBody, multipartBody, validValue, type Body } from './bodies.ts';
import { davBody, davHeaders, davPath } from './dav-grammar.ts';
import { hostileString } from './hostile-values.ts';
import { kindOf, type Pool } from './pool.ts';
import { Random } from './seeded-random.ts';
import type { Target, Targets } from './targets.ts';
import { OPEN_UPLOAD_BYTES } from './torture-world.ts';

export const METRICS_TOKEN = 'the-metrics-of-the-torture';

/** The bytes of one request, and the expectations of its response. */
export interface TortureRequest {
  readonly index: number;
  readonly method: string;
  /** The path of the target with parameter names. */
  readonly pattern: string;
  /** The sent path with its query. */
  readonly path: string;
  readonly bytes: readonly Buffer[];
  /** The request is complete, so that the server must respond. */
  readonly isComplete: boolean;
  /** Valid HTTP/1.1 of an ordinary size: the application answers it, not the parser. */
  readonly isWellFormed: boolean;
  /** The client disconnects after this time; undefined: it waits for the response. */
  readonly abortAfterMs: number | undefined;
}

type Header = [name: string, value: string];

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'get', 'X'];
const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'APPLICATION/JSON;;;',
  'application/problem+json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=a',
  'application/offset+octet-stream',
  'application/octet-stream',
  '/',
  '',
  `a/${'b'.repeat(3_000)}`,
];
const RANGES = [
  'bytes=0-0',
  'bytes=-1',
  'bytes=5-',
  'bytes=1-0',
  'bytes=-0',
  'bytes=99999999999999999999-',
  'bytes=0-0,2-2,4-4',
  `bytes=${Array.from({ length: 500 }, (_, n) => `${n * 2}-${n * 2}`).join(',')}`,
  'bytes',
  'lines=1-2',
  `bytes=${' '.repeat(2_000)}0-1`,
  'bytes=0-,0-,0-,0-',
];
const DIGESTS = [
  'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:',
  'sha-256=::',
  `sha-256=:${'A'.repeat(6_000)}`,
  `${' ,'.repeat(3_000)}x`,
  `a${'=:'.repeat(3_000)}`,
  `sha-512=:${'\t '.repeat(2_000)}:`,
  'md5=x, sha-256=?1;a="b',
];
const COOKIES = [
  'auth_token=x',
  'auth_token=; XSRF-TOKEN=',
  'auth_token="\\"',
  'auth_token=%E0%A4%A',
  '=',
  ';;;;',
  `a=${'b'.repeat(4_000)}`,
  Array.from({ length: 300 }, (_, n) => `c${n}=${n}`).join('; '),
  '__proto__=1; constructor=2',
  'share_unlock=x; visitor=\u00ff',
];
const ODD: readonly (readonly [name: string, values: readonly string[]])[] = [
  [
    'accept',
    ['*/*', 'text/html', 'image/avif,*/*;q=0', 'application/json;q=nan', ','.repeat(2_000), 'a/b;'.repeat(500)],
  ],
  ['accept-encoding', ['gzip', 'br;q=1,identity;q=0', '*;q=0', 'x'.repeat(2_000)]],
  ['accept-language', ['de,en;q=0.5', '-'.repeat(2_000)]],
  ['range', RANGES],
  ['if-range', ['"x"', 'Wed, 21 Oct 2015 07:28:00 GMT', 'x']],
  ['if-none-match', ['*', '"a"', 'W/"a", "b"', '"'.repeat(3_000), ', '.repeat(2_000)]],
  ['if-modified-since', ['Wed, 21 Oct 2035 07:28:00 GMT', 'x', '-1']],
  ['repr-digest', DIGESTS],
  ['content-digest', DIGESTS],
  ['idempotency-key', ['a', 'same', '', '"q"', 'x'.repeat(255), 'x'.repeat(256), '\u00ff', ' ', 'a,b']],
  ['x-forwarded-for', ['10.1.2.3', '::1', 'unknown', '10.0.0.1, 10.0.0.2', ',,,', '1'.repeat(2_000), 'a:b:c']],
  ['x-forwarded-proto', ['https', 'ftp', ',']],
  ['x-forwarded-host', ['evil.example', '[', '']],
  ['forwarded', ['for=10.2.3.4;proto=https', 'for="[::1', '='.repeat(2_000)]],
  ['origin', ['null', 'https://evil.example', 'x', '']],
  ['sec-fetch-site', ['cross-site', 'same-origin']],
  ['x-http-method-override', ['PATCH', 'DELETE', 'x']],
  ['last-event-id', ['x', '0', '9'.repeat(300), '018f0000-0000-7000-8000-000000000000']],
  ['content-encoding', ['gzip', 'identity', 'x']],
  ['expect', ['100-continue']],
  ['upgrade', ['websocket', 'h2c']],
  ['user-agent', ['curl/8', '', 'Googlebot', '('.repeat(3_000), 'Mozilla/5.0 (X11) Chrome/140']],
  ['referer', ['http://[', 'x']],
  ['access-control-request-method', ['PATCH', 'x']],
  ['upload-offset', ['0', '1', '-1', '99999999999999999999', '1.5', 'x', '']],
  ['upload-length', ['5', '0', '-1', '99999999999999999999', '0x5', '']],
  [
    'upload-metadata',
    ['filename YQ==', 'filename YQ== x', 'filename !!!', ','.repeat(3_000), ' ', `a ${'A'.repeat(6_000)}`],
  ],
  [
    'upload-checksum',
    ['sha1 x', 'sha256 47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=', 'md5', ' ', 'x '.repeat(2_000)],
  ],
  ['upload-defer-length', ['1', '0']],
  ['upload-concat', ['partial', 'final;/a /b']],
  ['tus-resumable', ['1.0.0', '0.2.0', '']],
  ['x-share-visitor', ['x', 'x'.repeat(3_000), '\u0000']],
  ['x-share-recipient', ['x', '.'.repeat(3_000)]],
  ['x-custom', ['x', 'a'.repeat(6_000), '\u00e9\u00ff']],
];

/** Creates the request of this index. It depends only on seed, index and the contents of the pool. */
export function createRequest(seed: number, index: number, targets: Targets, pool: Pool): TortureRequest {
  const random = new Random(seed, index);
  const target = targets.pick(random);
  const isCalm = random.chance(0.4);
  const odd = (probability: number): boolean => !isCalm && random.chance(probability);

  const method = odd(0.05) ? random.pick(METHODS) : target.method;
  const path = pathOf(target, pool, random, odd) + queryOf(target, targets, pool, random, odd);
  const body = createBody(target, { targets, pool, random }, isCalm);
  const headers: Header[] = [
    ['host', odd(0.03) ? random.pick(['', 'evil.example', '[::1', 'a b', '127.0.0.1:99999']) : pool.host],
  ];
  headers.push(...credentialsOf(target, pool, random));
  if (body !== undefined && (body.contentType !== undefined || odd(0.1))) {
    const type = odd(0.1) ? random.pick(CONTENT_TYPES) : body.contentType;
    if (type !== undefined && !odd(0.03)) headers.push(['content-type', type]);
  }
  if (target.body === 'dav') headers.push(...davHeaders(target.method, pool, random, odd));
  if (target.path.startsWith('/files/tus')) headers.push(...tusHeadersOf(target, pool, random));
  if (target.path === '/metrics') headers.push(['authorization', `Bearer ${METRICS_TOKEN}`]);
  if (target.body === 'bytes' && random.chance(0.3))
    headers.push([
      'repr-digest',
      `sha-256=:${createHash('sha256')
        .update(body?.bytes ?? '')
        .digest('base64')}:`,
    ]);
  if (target.body === 'form') headers.push(['origin', `http://${pool.host}`]);
  if (random.chance(0.5)) headers.push(['x-forwarded-for', `10.9.${random.below(256)}.${random.below(256)}`]);
  for (let count = isCalm ? 0 : random.below(4); count > 0; count--) {
    const [name, values] = random.pick(ODD);
    headers.push([name, random.pick(values)]);
  }
  if (odd(0.05)) headers.push(['cookie', random.pick(COOKIES)]);
  return frame({ index, method, pattern: `${target.method} ${target.path}`, path, headers, body, random, odd });
}

const PARAMETER = /\{(\w+)\}/g;
const ofSignedUrls: Readonly<Record<string, 'download' | 'preview' | 'archive' | 'raw'>> = {
  '/files/d/{token}/{name}': 'download',
  '/files/previews/{token}': 'preview',
  '/files/archives/{token}/{name}': 'archive',
  '/files/pastes/{token}/raw': 'raw',
};

type Odd = (probability: number) => boolean;

function pathOf({ method, path, body }: Target, pool: Pool, random: Random, odd: Odd): string {
  if (body === 'dav') return davPath(method, random, odd);
  const signed = ofSignedUrls[path];
  if (signed !== undefined) {
    const url = pool.pick(signed, random);
    if (!odd(0.4)) return url.startsWith('/') ? url : path.replace(PARAMETER, url);
    const at = random.below(url.length);
    return url.slice(0, at) + random.pick(['', 'A', '%', '/', '.', 'x'.repeat(3_000)]) + url.slice(at + 1);
  }
  const filled = path.replaceAll(PARAMETER, (_all, name: string) => {
    if (name === 'any')
      return random.pick(['x', '..%2f..%2fetc', 'a/b/c', '%00', 'x'.repeat(5_000), '%e0%a4%a', '%2e%2e/']);
    if (name === 'tag') return random.pick(['files', 'shares', 'x', '__proto__']);
    if (odd(0.1)) return encodeURIComponent(hostileString(random, 3_000).toWellFormed());
    if (odd(0.1)) return random.pick(['%', '%ff', '..', '%2e%2e', '%2f', ';a=b', '*', '%00', '-', '%f0%9f%a6%86']);
    return odd(0.1) ? encodeURIComponent(pool.pickAny(random)) : pool.pick(kindOf(path, name, random), random);
  });
  if (!odd(0.04)) return filled;
  return random.pick([
    `/${filled}`,
    `${filled}/`,
    `${filled}//`,
    `/.${filled}`,
    `http://localhost${filled}`,
    filled.slice(1),
  ]);
}

function queryOf(target: Target, targets: Targets, pool: Pool, random: Random, odd: Odd): string {
  const pairs = target.query.flatMap(({ name, schema }) => {
    if (random.chance(0.5)) return [];
    if (name === 'sort') return [`sort=${random.pick(['name', '-size', 'uploadedAt', '-name', 'x'])}`];
    if (name === 'path')
      return [`path=${random.pick(['/', '/Photos', '/Photos/sea%200.png', '/Notes/', '//', '/..'])}`];
    if (name === 'r') return [];
    const value = odd(0.4) ? hostileString(random, 4_000) : validValue(schema, name, { targets, pool, random });
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return [
      `${name}${odd(0.05) ? random.pick(['[]', '[0]', '[a]', '%00', '.x']) : ''}=${encodeURIComponent(text.toWellFormed())}`,
    ];
  });
  if (target.query.length === 0 && random.chance(0.2))
    pairs.push(
      ...random.some(['page=2', 'folder=x', 'file=x', 'code=ABCD-EFGH', 'token=x', 'from=like', 'of=x', 'sent'], 0.3),
    );
  if (odd(0.1))
    pairs.push(random.pick(['', '=', '&&&', 'a=%', 'a=%ff', 'a'.repeat(5_000), 'a[b]=c', '%00=%00', 'q=a&q=b&q']));
  if (odd(0.01)) pairs.push(...Array.from({ length: 800 }, (_, n) => `p${n}=1`));
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function createBody(
  target: Target,
  sources: { targets: Targets; pool: Pool; random: Random },
  isCalm: boolean,
): Body | undefined {
  const { random } = sources;
  if (target.body === undefined) {
    if (isCalm || !random.chance(0.05)) return undefined;
    return {
      contentType: 'application/json',
      bytes: Buffer.from(random.pick(['{}', 'null', '[', 'x'.repeat(10_000)])),
    };
  }
  if (target.body === 'dav') return davBody(target.method, random, isCalm);
  if (target.body === 'form') return formBody(sources, isCalm);
  if (target.body === 'multipart') return multipartBody(sources, isCalm);
  if (target.body === 'bytes')
    return {
      contentType: 'application/offset+octet-stream',
      bytes: random.bytes(random.pick([0, 4, 6, 300, ...Array<number>(6).fill(OPEN_UPLOAD_BYTES)])),
    };
  return jsonBody(target.body, sources, isCalm);
}

function credentialsOf({ method, body }: Target, pool: Pool, random: Random): Header[] {
  const isDav = body === 'dav';
  const { owner, admin, stranger } = pool.world;
  if (isDav && random.chance(0.9)) {
    const password = Buffer.from(`anyone:${owner.key}`).toString('base64');
    return [['authorization', random.chance(0.5) ? `Basic ${password}` : `Bearer ${owner.key}`]];
  }
  const choice = random.below(20);
  if (choice < 8) return [['authorization', `Bearer ${owner.key}`]];
  if (choice < 11) {
    const changes = method === 'GET' ? [] : [['x-xsrf-token', random.chance(0.8) ? owner.xsrf : 'x'] satisfies Header];
    return [['cookie', owner.cookie], ...changes];
  }
  if (choice < 13) return [['authorization', `Bearer ${admin.key}`]];
  if (choice < 15) return [['authorization', `Bearer ${stranger.key}`]];
  if (choice < 16)
    return [
      [
        'authorization',
        random.pick(['Bearer', 'Basic YTpi', `Bearer svc_${random.word(40)}`, 'x'.repeat(5_000), 'Bearer \u00ff']),
      ],
    ];
  if (choice < 17) return [['x-share-unlock', pool.pick('unlockToken', random)]];
  return [];
}

function tusHeadersOf({ method }: Target, pool: Pool, random: Random): Header[] {
  const optional: Header[] = [
    ['upload-offset', String(random.chance(0.8) ? 0 : random.below(9))],
    ['upload-length', String(random.chance(0.8) ? OPEN_UPLOAD_BYTES : random.below(9))],
  ];
  const sessionId = Buffer.from(pool.pick('upload', random)).toString('base64');
  const metadata: Header[] = method === 'POST' ? [['upload-metadata', `sessionId ${sessionId}`]] : [];
  return [['tus-resumable', '1.0.0'], ...random.some(optional, 0.8), ...metadata];
}

interface Frame {
  readonly index: number;
  readonly method: string;
  readonly pattern: string;
  readonly path: string;
  readonly headers: Header[];
  readonly body: Body | undefined;
  readonly random: Random;
  readonly odd: Odd;
}

/** Serializes head and body, mostly as HTTP requires. */
function frame({ index, method, pattern, path, headers, body, random, odd }: Frame): TortureRequest {
  let isWellFormed = !/[\s\u0080-\uffff]/.test(path) && path.startsWith('/') && /^[A-Z]+$/.test(method);
  let isComplete = true;
  const pieces: Buffer[] = [];
  if (body !== undefined) {
    const { bytes } = body;
    if (odd(0.12)) {
      headers.push(['transfer-encoding', 'chunked']);
      pieces.push(...chunksOf(bytes, random));
      if (random.chance(0.4)) {
        isWellFormed = false;
        isComplete = false;
        const broken = random.pick([
          '\r\n\r\n',
          'zz\r\n',
          'ffffffffffffffff\r\n',
          '-1\r\n',
          `5;${'x'.repeat(20_000)}\r\nhello\r\n`,
          '5\nhello',
        ]);
        pieces.splice(random.below(pieces.length), pieces.length, Buffer.from(broken));
      }
    } else if (odd(0.04)) {
      const announced = random.pick(['-1', 'x', '99999999999999999999', String(bytes.length + 5), '5, 5', '+1', '']);
      headers.push(['content-length', announced]);
      pieces.push(bytes);
      isWellFormed = false;
      isComplete = false;
    } else {
      headers.push(['content-length', String(bytes.length)]);
      pieces.push(bytes);
    }
  } else if (/^(POST|PUT|PATCH)$/.test(method)) headers.push(['content-length', '0']);
  if (odd(0.02)) headers.push(['x-long', 'x'.repeat(random.pick([9_000, 17_000, 70_000]))]);
  if (odd(0.02)) headers.push(...Array.from({ length: random.pick([100, 1_500]) }, (_, n): Header => [`x-${n}`, 'x']));
  if (odd(0.02)) headers.push(random.pick([...headers]));
  if (odd(0.02)) headers.splice(random.below(headers.length), 1);
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  if (odd(0.02)) {
    isWellFormed = false;
    isComplete = false;
    lines.push(
      random.pick(['no colon', ': nameless', 'a b: c', 'x: \u0000', ' folded', 'transfer-encoding: gzip', 'x:\ry']),
    );
  }
  const head = `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  const names = headers.map(([name]) => name);
  const once = ['host', 'content-length', 'transfer-encoding', 'content-type', 'authorization'];
  if (once.some((name) => names.filter((one) => one === name).length > 1) || !names.includes('host'))
    isWellFormed = false;
  if (head.length > 15_000 || headers.some(([, value]) => /[^\t\u0020-\u007e]/.test(value))) isWellFormed = false;
  if (body !== undefined && !names.includes('content-length') && !names.includes('transfer-encoding')) {
    isWellFormed = false;
    isComplete = false;
  }
  if (names.includes('upgrade') || names.includes('expect')) isWellFormed = false;
  const abortAfterMs = odd(0.02) ? random.pick([0, 1, 5, 20]) : undefined;
  if (abortAfterMs !== undefined) isComplete = false;
  const bytes = [Buffer.from(head, 'latin1'), ...pieces];
  return { index, method, pattern, path, bytes, isComplete, isWellFormed, abortAfterMs };
}

function chunksOf(bytes: Buffer, random: Random): Buffer[] {
  const chunks: Buffer[] = [];
  const size = random.pick([1, 7, 1_000, 65_536]);
  for (let at = 0; at < bytes.length && chunks.length < 2_000; at += size) {
    const chunk = bytes.subarray(at, chunks.length === 1_999 ? undefined : at + size);
    chunks.push(Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]));
  }
  chunks.push(Buffer.from(random.chance(0.9) ? '0\r\n\r\n' : '0\r\nx-trailer: y\r\n\r\n'));
  return chunks;
}
