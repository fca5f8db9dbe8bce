import { describe, expect, it } from 'vitest';
import { parseHttpDate } from './http-date.ts';
import { evaluatePreconditions, planContent, type Validators } from './preconditions.ts';

const now = Date.UTC(2026, 10, 26, 12);
const at = (time: number): string => new Date(time).toUTCString();
const stored = Date.UTC(2026, 4, 3, 2, 1, 0) + 700;
const file: Validators = { etag: '"abc"', lastModified: stored };
const weak: Validators = { etag: 'W/"abc"', lastModified: stored };
const folder: Validators = {};
const absent = undefined;

type Headers = Record<string, string>;
const date = at(stored);
const before = at(stored - 1000);
const after = at(stored + 1000);
const long = at(Date.UTC(2000, 0, 1));

const verdict = (method: string, headers: Headers, current: Validators | undefined) =>
  evaluatePreconditions({ method, headers }, current, now);

describe('preconditions', () => {
  it.each<[string, string, Headers, Validators | undefined, ReturnType<typeof evaluatePreconditions>]>([
    // If-Match (13.1.1): strong comparison.
    ['If-Match names it', 'GET', { 'if-match': '"abc"' }, file, 'proceed'],
    ['If-Match lists it', 'PUT', { 'if-match': '"x", "abc" ,"y"' }, file, 'proceed'],
    ['If-Match names another', 'GET', { 'if-match': '"x"' }, file, 'failed'],
    ['If-Match names another', 'HEAD', { 'if-match': '"x"' }, file, 'failed'],
    ['If-Match names another', 'DELETE', { 'if-match': '"x"' }, file, 'failed'],
    ['If-Match is weak', 'GET', { 'if-match': 'W/"abc"' }, file, 'failed'],
    ['If-Match and the tag are weak', 'GET', { 'if-match': 'W/"abc"' }, weak, 'failed'],
    ['If-Match is strong, the tag weak', 'GET', { 'if-match': '"abc"' }, weak, 'failed'],
    ['If-Match: * with a file', 'PUT', { 'if-match': ' * ' }, file, 'proceed'],
    ['If-Match: * with a folder', 'MOVE', { 'if-match': '*' }, folder, 'proceed'],
    ['If-Match: * with nothing', 'PUT', { 'if-match': '*' }, absent, 'failed'],
    ['If-Match names what is absent', 'PUT', { 'if-match': '"abc"' }, absent, 'failed'],
    ['If-Match of a folder', 'DELETE', { 'if-match': '"abc"' }, folder, 'failed'],
    ['If-Match without quotes', 'GET', { 'if-match': 'abc' }, file, 'failed'],
    ['If-Match of a tag with a comma', 'GET', { 'if-match': '"x,"' }, { etag: '"x,"' }, 'proceed'],
    ['If-Match of a part of a tag', 'GET', { 'if-match': '"ab' }, file, 'failed'],
    ['If-Match is empty', 'GET', { 'if-match': '' }, file, 'failed'],
    ['* in a list is no tag', 'GET', { 'if-match': '"x", *' }, file, 'failed'],
    // If-Unmodified-Since (13.1.4).
    ['If-Unmodified-Since its date', 'GET', { 'if-unmodified-since': date }, file, 'proceed'],
    ['If-Unmodified-Since later', 'PUT', { 'if-unmodified-since': after }, file, 'proceed'],
    ['If-Unmodified-Since earlier', 'GET', { 'if-unmodified-since': before }, file, 'failed'],
    ['If-Unmodified-Since earlier', 'PUT', { 'if-unmodified-since': long }, file, 'failed'],
    ['If-Unmodified-Since is no date', 'PUT', { 'if-unmodified-since': '2000-01-01' }, file, 'proceed'],
    ['If-Unmodified-Since lists dates', 'PUT', { 'if-unmodified-since': `${long}, ${long}` }, file, 'proceed'],
    ['If-Unmodified-Since of a folder', 'PUT', { 'if-unmodified-since': long }, folder, 'proceed'],
    ['If-Unmodified-Since of nothing', 'PUT', { 'if-unmodified-since': long }, absent, 'proceed'],
    ['If-Match first', 'PUT', { 'if-match': '"abc"', 'if-unmodified-since': long }, file, 'proceed'],
    ['If-Match first', 'PUT', { 'if-match': '"x"', 'if-unmodified-since': after }, file, 'failed'],
    // If-None-Match (13.1.2): weak comparison.
    ['If-None-Match names it', 'GET', { 'if-none-match': '"abc"' }, file, 'not-modified'],
    ['If-None-Match names it', 'HEAD', { 'if-none-match': '"abc"' }, file, 'not-modified'],
    ['If-None-Match names it', 'PUT', { 'if-none-match': '"abc"' }, file, 'failed'],
    ['If-None-Match is weak', 'GET', { 'if-none-match': 'W/"abc"' }, file, 'not-modified'],
    ['If-None-Match is strong, the tag weak', 'GET', { 'if-none-match': '"abc"' }, weak, 'not-modified'],
    ['If-None-Match names another', 'GET', { 'if-none-match': '"x"' }, file, 'proceed'],
    ['If-None-Match: *', 'GET', { 'if-none-match': '*' }, file, 'not-modified'],
    ['If-None-Match: *', 'PUT', { 'if-none-match': '*' }, file, 'failed'],
    ['If-None-Match: * with a folder', 'PUT', { 'if-none-match': '*' }, folder, 'failed'],
    ['If-None-Match: * with nothing', 'PUT', { 'if-none-match': '*' }, absent, 'proceed'],
    ['If-Match before If-None-Match', 'GET', { 'if-match': '"x"', 'if-none-match': '"abc"' }, file, 'failed'],
    ['If-Match and If-None-Match', 'GET', { 'if-match': '"abc"', 'if-none-match': '"abc"' }, file, 'not-modified'],
    // If-Modified-Since (13.1.3).
    ['If-Modified-Since its date', 'GET', { 'if-modified-since': date }, file, 'not-modified'],
    ['If-Modified-Since its date', 'HEAD', { 'if-modified-since': date }, file, 'not-modified'],
    ['If-Modified-Since later', 'GET', { 'if-modified-since': after }, file, 'not-modified'],
    ['If-Modified-Since earlier', 'GET', { 'if-modified-since': before }, file, 'proceed'],
    ['If-Modified-Since with PUT', 'PUT', { 'if-modified-since': date }, file, 'proceed'],
    ['If-Modified-Since is no date', 'GET', { 'if-modified-since': '1764158400' }, file, 'proceed'],
    ['If-Modified-Since without a date of its own', 'GET', { 'if-modified-since': date }, { etag: '"abc"' }, 'proceed'],
    ['If-None-Match first', 'GET', { 'if-none-match': '"x"', 'if-modified-since': date }, file, 'proceed'],
    ['If-None-Match first', 'GET', { 'if-none-match': '"abc"', 'if-modified-since': long }, file, 'not-modified'],
    [
      'If-Unmodified-Since before If-Modified-Since',
      'GET',
      { 'if-unmodified-since': long, 'if-modified-since': date },
      file,
      'failed',
    ],
    ['nothing is asked', 'GET', {}, file, 'proceed'],
    ['nothing is asked', 'PUT', {}, absent, 'proceed'],
  ])('%s: %s %j', (_title, method, headers, current, expected) => {
    expect(verdict(method, headers, current)).toBe(expected);
  });

  describe('by the date that a client gave a content', () => {
    const old = Date.UTC(2020, 0, 1);
    /** Replaced a newer file with an older one. */
    const older: Validators = { etag: '"abc"', lastModified: old, storedAt: stored };

    it.each<[string, string, 'not-modified' | 'proceed', 'proceed' | 'failed']>([
      ['its date', at(old), 'not-modified', 'proceed'],
      ['the newer date of the content before it', at(Date.UTC(2025, 0, 1)), 'proceed', 'failed'],
      ['a time just before it was stored', before, 'proceed', 'failed'],
      ['the time when it was stored', date, 'not-modified', 'proceed'],
      ['a time since it is stored', after, 'not-modified', 'proceed'],
      ['an earlier date', at(old - 1000), 'proceed', 'failed'],
    ])('%s', (_title, since, read, write) => {
      expect(verdict('GET', { 'if-modified-since': since }, older)).toBe(read);
      expect(verdict('PUT', { 'if-unmodified-since': since }, older)).toBe(write);
    });

    it('no range is joined, for another content may have this date', () => {
      const headers = { range: 'bytes=1-', 'if-range': at(old) };
      expect(planContent({ method: 'GET', headers }, older, 10, now)).toMatchObject({ status: 200 });
    });
  });
});

describe('the answer to GET', () => {
  const plan = (headers: Headers, method = 'GET', current = file) =>
    planContent({ method, headers }, current, 1000, now);
  const whole = { status: 200 };
  const part = { status: 206, range: { start: 100, end: 999 } };

  it.each<[Headers, object]>([
    [{}, whole],
    [{ range: 'bytes=100-' }, part],
    [{ range: 'bytes=100-9223372036854775807' }, part],
    [{ range: 'bytes=-9223372036854775807' }, { status: 206, range: { start: 0, end: 999 } }],
    [{ range: 'bytes=1000-' }, { status: 416 }],
    [{ range: 'bytes=99999999999999999-' }, { status: 416 }],
    [{ range: 'bytes=0-1,5-6' }, whole],
    [{ range: 'bytes=100-', 'if-range': '"abc"' }, part],
    [{ range: 'bytes=100-', 'if-range': ' "abc"' }, part],
    [{ range: 'bytes=100-', 'if-range': '"x"' }, whole],
    [{ range: 'bytes=100-', 'if-range': 'W/"abc"' }, whole],
    [{ range: 'bytes=100-', 'if-range': '"abc", "abc"' }, whole],
    [{ range: 'bytes=100-', 'if-range': 'abc' }, whole],
    [{ range: 'bytes=100-', 'if-range': date }, part],
    [{ range: 'bytes=100-', 'if-range': before }, whole],
    [{ range: 'bytes=100-', 'if-range': after }, whole],
    [{ range: 'bytes=1000-', 'if-range': before }, whole],
    [{ range: 'bytes=100-', 'if-match': '"abc"' }, part],
    [{ range: 'bytes=100-', 'if-match': '"x"' }, { status: 412 }],
    [{ range: 'bytes=1000-', 'if-match': '"x"' }, { status: 412 }],
    [{ range: 'bytes=100-', 'if-unmodified-since': long }, { status: 412 }],
    [{ range: 'bytes=1000-', 'if-none-match': '"abc"' }, { status: 304 }],
    [{ range: 'bytes=100-', 'if-modified-since': date }, { status: 304 }],
    [{ range: 'bytes=100-', 'if-none-match': '"x"', 'if-match': '"abc"', 'if-range': '"abc"' }, part],
  ])('%j', (headers, expected) => {
    expect(plan(headers)).toEqual(expected);
  });

  it('ignores ranges of HEAD, but not its preconditions', () => {
    expect(plan({ range: 'bytes=1000-' }, 'HEAD')).toEqual(whole);
    expect(plan({ 'if-match': '"x"' }, 'HEAD')).toEqual({ status: 412 });
  });

  it('is complete if the content has no ranges', () => {
    const headers = { range: 'bytes=1000-' };
    expect(planContent({ method: 'GET', headers }, file, undefined, now)).toEqual(whole);
  });

  it('joins no range to a weak tag', () => {
    expect(plan({ range: 'bytes=100-', 'if-range': 'W/"abc"' }, 'GET', weak)).toEqual(whole);
  });
});

describe('HTTP dates', () => {
  const same = Date.UTC(1994, 10, 6, 8, 49, 37);

  it.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])(
    '%s is read',
    (text) => {
      expect(parseHttpDate(text, now)).toBe(same);
    },
  );

  it.each<[string, number]>([
    ['Saturday, 26-Nov-76 00:00:00 GMT', 2076],
    ['Saturday, 26-Nov-77 00:00:00 GMT', 1977],
  ])('%s is at most 50 years in the future', (text, year) => {
    expect(new Date(parseHttpDate(text, now) ?? 0).getUTCFullYear()).toBe(year);
  });

  it('reaches from the year 1 to 9999', () => {
    for (const time of ['0001-01-01T00:00:00Z', '0099-03-01T00:00:00Z', '1965-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])
      expect(parseHttpDate(at(Date.parse(time)), now)).toBe(Date.parse(time));
  });

  it.each([
    '',
    '0',
    '-1',
    '2026',
    '2026-01-01T00:00:00Z',
    'Sun, 30 Feb 2025 00:00:00 GMT',
    'Sun, 00 Nov 1994 00:00:00 GMT',
    'Sun, 06 Nov 1994 24:00:00 GMT',
    'Sun, 06 Nov 1994 08:49:37',
    'Sun, 06 Nov 1994 08:49:37 +0100',
    'Sun, 06 nov 1994 08:49:37 GMT',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 08:49:37 GMT; length=5',
  ])('%s is none', (text) => {
    expect(parseHttpDate(text, now)).toBeUndefined();
  });
});
