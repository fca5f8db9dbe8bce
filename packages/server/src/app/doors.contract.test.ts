/**
 * Every way in and every way out of bytes, and what each does with the facts of files and the headers of HTTP. A rule holds at
 * every door; where a door differs, EXCEPTIONS says it with the reason. `packages/cli/src/doors.contract.test.ts` is the part of
 * the command line.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inColumns } from '../../test/doors/ways-in-columns.ts';
import { waysIn, type WayIn } from '../../test/doors/ways-in.ts';
import { outColumns } from '../../test/doors/ways-out-columns.ts';
import { waysOut, type WayOut } from '../../test/doors/ways-out.ts';
import { startDrive, type Drive } from '../../test/drive.ts';

type Expected = Readonly<Record<string, string>>;

const IN_RULES: Expected = {
  event: 'file.created by api_key',
  name: 'kept',
  type: 'kept',
  '1965': 'kept',
  '2040': 'kept',
  'no date': 'none',
  'empty file': 'kept',
  'empty folder': '-',
  'Repr-Digest': 'kept',
  'wrong Repr-Digest': '400 digest_mismatch',
  'Content-MD5': 'kept',
  'wrong Content-MD5': '400 digest_mismatch',
  'OC-Checksum': 'kept',
  'wrong OC-Checksum': '400 digest_mismatch',
  'Content-Range': '400 bad_request',
  'Content-Encoding': '415 unsupported_media_type',
  identity: 'kept',
  chunked: 'kept',
  Expect: 'kept',
  // The precondition of a reservation is part of it, so its PUT has none.
  'If-None-Match: *': 'stored',
  'stale If-Match': 'stored',
  'old If-Unmodified-Since': 'stored',
  'If-Match': 'stored',
  // Guards of a door without a reservation are headers.
  ifMatch: '-',
  'stale ifMatch': '-',
  ifAbsent: '-',
};

/** Guards are fields of the reservation. */
const guarded: Expected = {
  ifMatch: 'stored',
  'stale ifMatch': '412 precondition_failed',
  ifAbsent: '412 precondition_failed',
};
/** Visitors learn nothing of what is stored, and replace nothing. */
const unguarded: Expected = {
  ifMatch: '400 validation_failed',
  'stale ifMatch': '400 validation_failed',
  ifAbsent: '400 validation_failed',
};

/** The API document forbids reservations of 0 bytes and demands a length of their PUT. */
const reserved: Expected = { 'empty file': '400 validation_failed', chunked: '411 length_required' };
/** The checksum extension of tus has a status of its own. */
const tus: Expected = {
  'empty file': '400 validation_failed',
  'wrong Repr-Digest': '460 checksum_mismatch',
  'wrong Content-MD5': '460 checksum_mismatch',
  'wrong OC-Checksum': '460 checksum_mismatch',
};
const addressed: Expected = {
  'If-None-Match: *': '412 precondition_failed',
  'stale If-Match': '412 precondition_failed',
  'old If-Unmodified-Since': '412 precondition_failed',
};
/** WebDAV has no codes of the API for the refusals of RFC 4918. */
const dav: Expected = {
  event: 'file.created by webdav',
  'If-None-Match: *': '412',
  'stale If-Match': '412',
  'old If-Unmodified-Since': '412',
};
/** Pages answer forms with pages. */
const form: Expected = {
  'empty file': '400',
  chunked: '411',
  'Content-Range': '400',
  'Content-Encoding': '415',
};
/** A digest in the headers of a form is that of the form, not of a file in it. */
const digestOfForm: Expected = {
  'Repr-Digest': '400',
  'wrong Repr-Digest': '400',
  'Content-MD5': '400',
  'wrong Content-MD5': '400',
  'OC-Checksum': '400',
  'wrong OC-Checksum': '400',
};
/** A COPY has no body. */
const bodiless: Expected = {
  'wrong Repr-Digest': 'kept',
  'wrong Content-MD5': 'kept',
  'wrong OC-Checksum': 'kept',
  'Content-Range': 'kept',
  'Content-Encoding': 'kept',
};

const IN_EXCEPTIONS: Readonly<Record<string, Expected>> = {
  'PUT of a reservation': { ...reserved, ...guarded, 'empty folder': '201' },
  'tus of a reservation': { ...tus, ...guarded },
  tus: { ...tus, ...guarded },
  'PUT by path': addressed,
  'WebDAV PUT': { ...dav, 'empty folder': '201' },
  // The guard of a COPY is one of the source, which has other bytes by then.
  'WebDAV COPY': { ...dav, ...bodiless, 'If-Match': '412' },
  'anonymous reservation': { ...reserved, ...unguarded, event: 'file.created by anonymous' },
  'anonymous form': { ...form, ...digestOfForm, event: 'file.created by anonymous' },
  'file request': { ...reserved, ...unguarded, event: 'file.created by request' },
  'upload grant': { ...reserved, event: 'file.created by grant' },
  'tus of an upload grant': { ...tus, event: 'file.created by grant' },
  'file request form': { ...form, ...digestOfForm, event: 'file.created by request' },
  'shared folder': { ...reserved, ...unguarded, event: 'file.created by request' },
  'shared folder form': { ...form, ...digestOfForm, event: 'file.created by request' },
};

const OUT_RULES: Expected = {
  name: 'kept',
  HEAD: 'as GET',
  'Accept-Encoding': 'none',
  'If-Match': '200',
  'If-Match: *': '200',
  'stale If-Match': '412 precondition_failed',
  'weak If-Match': '412 precondition_failed',
  'If-None-Match': '304',
  'weak If-None-Match': '304',
  'stale If-None-Match': '200',
  'If-Modified-Since': '304',
  'old If-Modified-Since': '200',
  'If-Modified-Since and stale If-None-Match': '200',
  'If-Unmodified-Since': '200',
  'old If-Unmodified-Since': '412 precondition_failed',
  'old If-Unmodified-Since and If-Match': '200',
  'bytes=2-4': '206 2-4/10',
  'bytes=5-': '206 5-9/10',
  'bytes=-3': '206 7-9/10',
  'end of 2^63': '206 5-9/10',
  'suffix of 2^63': '206 0-9/10',
  'start of 2^64': '416 range_not_satisfiable',
  'two ranges': '200',
  'reversed range': '200',
  // RFC 9110, 14.2: a range is defined for GET only.
  'HEAD of a range': '200',
  'If-Range': '206 2-4/10',
  'stale If-Range': '200',
  'weak If-Range': '200',
  'If-Range by date': '206 2-4/10',
  'old If-Range': '200',
  'stale If-Match of a range': '412 precondition_failed',
  'GET after a false If-Match': '200',
};

/** A thumbnail has no date of its own. */
const withoutDate: Expected = {
  'If-Modified-Since': '-',
  'If-Modified-Since and stale If-None-Match': '-',
  'If-Unmodified-Since': '-',
  'old If-Unmodified-Since': '200',
  'If-Range by date': '-',
};
const withoutRanges: Expected = Object.fromEntries(
  Object.entries(OUT_RULES)
    .filter(([, result]) => /^(?:206|416)/.test(result))
    .map(([column]) => [column, '200']),
);
const ownName: Expected = { name: 'own' };
/** A ZIP is written while it is sent, from its first byte. */
const archive: Expected = { ...ownName, ...withoutRanges };

const OUT_EXCEPTIONS: Readonly<Record<string, Expected>> = {
  'signed URL': {},
  'signed URL, inline': {},
  version: ownName,
  'GET by path': {},
  'WebDAV GET': {},
  'WebDAV GET of what was shared': {},
  'share download': {},
  'share view': {},
  'folder share': {},
  'public URL': {},
  thumbnail: { ...ownName, ...withoutRanges, ...withoutDate },
  archive,
  'share archive': archive,
  'raw paste': ownName,
};

let drive: Drive;
let into: readonly WayIn[];
let out: readonly WayOut[];
beforeAll(async () => {
  drive = await startDrive({ settings: { FEATURE_LIMITS: 'off', ANONYMOUS_UPLOADS: 'on' } });
  const user = await drive.createUser();
  const collection = await drive.fetch('/api/collections', { method: 'POST', key: user.key, json: { name: 'Photos' } });
  const grantOptions = { maxFiles: 1000, expiresInMinutes: 10_080 };
  const grant = await drive.fetch('/api/upload-grants', { method: 'POST', key: user.key, json: grantOptions });
  const tokenOf = async (answer: Response): Promise<string> => ((await answer.json()) as { token: string }).token;
  const postAs = async (path: string, json: object): Promise<{ readonly id: string; readonly shareToken: string }> =>
    (await (await drive.fetch(path, { method: 'POST', key: user.key, json })).json()) as never;
  const { id } = await postAs('/api/files/folders', { name: 'Inbox' });
  const { shareToken: share } = await postAs(`/api/files/${id}/links`, { allowUpload: true });
  into = waysIn(drive, user, { collection: await tokenOf(collection), grant: await tokenOf(grant), share });
  out = await waysOut(drive, await drive.createUser());
});
afterAll(() => drive.close());

it('knows every route that moves bytes', () => {
  const moving = [...drive.app.routes].filter((route) => / \/(?:files|dav)\b/.test(route));
  const covered = new Set([...into, ...out].flatMap(({ routes }) => routes));
  expect([...covered].toSorted()).toEqual(moving.toSorted());
});

describe('ways in', () => {
  it('all have a row', () => {
    expect(into.map(({ name }) => name)).toEqual(Object.keys(IN_EXCEPTIONS));
  });

  it.each(Object.entries(IN_EXCEPTIONS))('%s', async (name, exceptions) => {
    const way = into.find((each) => each.name === name);
    if (way === undefined) throw new Error(`${name} is no way in`);
    const results: Record<string, string> = {};
    for (const [column, run] of Object.entries(inColumns)) results[column] = await run(drive, way);
    expect(results).toEqual({ ...IN_RULES, ...exceptions });
  });
});

describe('ways out', () => {
  it('all have a row', () => {
    expect(out.map(({ name }) => name)).toEqual(Object.keys(OUT_EXCEPTIONS));
  });

  it.each(Object.entries(OUT_EXCEPTIONS))('%s', async (name, exceptions) => {
    const way = out.find((each) => each.name === name);
    if (way === undefined) throw new Error(`${name} is no way out`);
    const results: Record<string, string> = {};
    for (const [column, run] of Object.entries(outColumns)) results[column] = await run(way);
    expect(results).toEqual({ ...OUT_RULES, ...exceptions });
  });
});
