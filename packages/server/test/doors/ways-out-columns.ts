import { exchange, writeAnswer, type Exchanged } from './exchange.ts';
import { storedName, type Opened, type WayOut } from './ways-out.ts';

/** What a column asks of a way out, and how it writes the result. */
export type OutColumn = (way: WayOut) => Promise<string>;

const longAgo = 'Sat, 01 Jan 2000 00:00:00 GMT';

/** Placeholders in the headers of a request, which stand for the validators of the last response. */
const etag = '<etag>';
const lastModified = '<last-modified>';

/** `200`, `206 2-4/10`, or the code of an error. */
const written = (answer: Exchanged): string => {
  const range = /^bytes (.*)$/.exec(answer.headers['content-range'] ?? '')?.[1];
  return answer.status === 206 ? `206 ${range}` : writeAnswer(answer);
};

const send = ({ url, headers }: Opened, method: string, more: Readonly<Record<string, string>> = {}) =>
  exchange(url, { method, headers: { ...headers, ...more } });

/** `-` if the response has no validator of a kind that the headers need. */
const withHeaders =
  (headers: Readonly<Record<string, string>>, method = 'GET'): OutColumn =>
  async (way) => {
    // One URL for both requests: HEAD uses up none that works once.
    const opened = await way.open();
    const before = await send(opened, 'HEAD');
    const validators: Readonly<Record<string, string | undefined>> = {
      [etag]: before.headers.etag,
      [lastModified]: before.headers['last-modified'],
    };
    const filled: Record<string, string> = {};
    for (const [name, value] of Object.entries(headers)) {
      const [placeholder] = /<[a-z-]+>/.exec(value) ?? [];
      const validator = placeholder === undefined ? '' : validators[placeholder];
      if (validator === undefined) return '-';
      filled[name] = placeholder === undefined ? value : value.replace(placeholder, validator);
    }
    return written(await send(opened, method, filled));
  };

const range = (value: string): OutColumn => withHeaders({ range: value });

/** Headers that differ between two responses with the same content. */
const OF_ONE_RESPONSE = /^(?:date|x-request-id|connection|keep-alive)$/;

export const outColumns: Readonly<Record<string, OutColumn>> = {
  name: async (way) => {
    const { headers } = await send(await way.open(), 'HEAD');
    const encoded = /filename\*=UTF-8''([^;]+)/.exec(headers['content-disposition'] ?? '')?.[1] ?? '';
    return decodeURIComponent(encoded) === storedName ? 'kept' : 'own';
  },
  HEAD: async (way) => {
    const opened = await way.open();
    const [head, get] = [await send(opened, 'HEAD'), await send(opened, 'GET')];
    const kept = ({ status, headers }: Exchanged): string =>
      JSON.stringify([status, Object.entries(headers).filter(([name]) => !OF_ONE_RESPONSE.test(name))]);
    return kept(head) === kept(get) && head.body.length === 0 ? 'as GET' : `${kept(head)} but ${kept(get)}`;
  },
  'Accept-Encoding': async (way) =>
    (await send(await way.open(), 'GET', { 'accept-encoding': 'gzip' })).headers['content-encoding'] ?? 'none',
  'If-Match': withHeaders({ 'if-match': etag }),
  'If-Match: *': withHeaders({ 'if-match': '*' }),
  'stale If-Match': withHeaders({ 'if-match': '"stale"' }),
  'weak If-Match': withHeaders({ 'if-match': `W/${etag}` }),
  'If-None-Match': withHeaders({ 'if-none-match': etag }),
  'weak If-None-Match': withHeaders({ 'if-none-match': `"stale", W/${etag}` }),
  'stale If-None-Match': withHeaders({ 'if-none-match': '"stale"' }),
  'If-Modified-Since': withHeaders({ 'if-modified-since': lastModified }),
  'old If-Modified-Since': withHeaders({ 'if-modified-since': longAgo }),
  'If-Modified-Since and stale If-None-Match': withHeaders({
    'if-modified-since': lastModified,
    'if-none-match': '"stale"',
  }),
  'If-Unmodified-Since': withHeaders({ 'if-unmodified-since': lastModified }),
  'old If-Unmodified-Since': withHeaders({ 'if-unmodified-since': longAgo }),
  'old If-Unmodified-Since and If-Match': withHeaders({ 'if-unmodified-since': longAgo, 'if-match': etag }),
  'bytes=2-4': range('bytes=2-4'),
  'bytes=5-': range('bytes=5-'),
  'bytes=-3': range('bytes=-3'),
  'end of 2^63': range('bytes=5-9223372036854775807'),
  'suffix of 2^63': range('bytes=-9223372036854775807'),
  'start of 2^64': range('bytes=18446744073709551616-'),
  'two ranges': range('bytes=0-1,4-5'),
  'reversed range': range('bytes=4-2'),
  'HEAD of a range': withHeaders({ range: 'bytes=2-4' }, 'HEAD'),
  'If-Range': withHeaders({ range: 'bytes=2-4', 'if-range': etag }),
  'stale If-Range': withHeaders({ range: 'bytes=2-4', 'if-range': '"stale"' }),
  'weak If-Range': withHeaders({ range: 'bytes=2-4', 'if-range': `W/${etag}` }),
  'If-Range by date': withHeaders({ range: 'bytes=2-4', 'if-range': lastModified }),
  'old If-Range': withHeaders({ range: 'bytes=2-4', 'if-range': longAgo }),
  'stale If-Match of a range': withHeaders({ range: 'bytes=2-4', 'if-match': '"stale"' }),
  'GET after a false If-Match': async (way) => {
    const opened = await way.open();
    await send(opened, 'GET', { 'if-match': '"stale"' });
    return writeAnswer(await send(opened, 'GET'));
  },
};
