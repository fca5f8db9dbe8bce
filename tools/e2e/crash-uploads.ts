import { createHash, randomBytes, randomInt } from 'node:crypto';

/** The bytes of every upload are a range of these, so that they need not be stored. */
const sea = randomBytes(24 * 1024 * 1024);

export interface CrashUpload {
  readonly sessionId: string;
  readonly fileId: string;
  readonly way: 'put' | 'tus';
  readonly bytes: Buffer;
  readonly sha256: string;
  /** Bytes per PATCH. */
  readonly pieceBytes: number;
  /** The server has acknowledged the upload, which must be complete from then on. */
  acknowledged: boolean;
}

/** Mostly small, so that a kill always interrupts some at their completion. */
function randomSize(): number {
  const kind = randomInt(10);
  if (kind < 6) return 1 + randomInt(20_000);
  if (kind < 9) return 1 + randomInt(2_000_000);
  return 1 + randomInt(sea.length);
}

export function reserve(url: string, key: string): Promise<CrashUpload> {
  return reserveBy((fileSizeBytes) =>
    fetch(`${url}/api/uploads`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ fileName: 'crash.bin', contentType: 'application/octet-stream', fileSizeBytes }),
    }),
  );
}

/** Reserves as a visitor with the link of a file request. */
export function reserveCollected(url: string, token: string): Promise<CrashUpload> {
  return reserveBy((sizeBytes) =>
    fetch(`${url}/api/public/collect/${token}/uploads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fileName: 'crash.bin', contentType: 'application/octet-stream', sizeBytes }),
    }),
  );
}

async function reserveBy(ask: (sizeBytes: number) => Promise<Response>): Promise<CrashUpload> {
  const size = randomSize();
  const response = await ask(size);
  if (response.status !== 201) throw new Error(`reserving answered ${response.status}: ${await response.text()}`);
  const { sessionId, fileId } = (await response.json()) as { sessionId: string; fileId: string };
  const at = randomInt(sea.length - size + 1);
  const bytes = sea.subarray(at, at + size);
  return {
    sessionId,
    fileId,
    way: randomInt(2) === 0 ? 'put' : 'tus',
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    pieceBytes: 1 + randomInt(Math.max(size, 1000)),
    acknowledged: false,
  };
}

/** Sends the missing bytes. Rejects when the server dies meanwhile; throws a Broken at a violation. */
export async function send(url: string, upload: CrashUpload): Promise<void> {
  if (upload.way === 'put') await sendByPut(url, upload);
  else await sendByTus(url, upload);
  upload.acknowledged = true;
}

/** A violation by the server. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

async function sendByPut(url: string, { sessionId, bytes }: CrashUpload): Promise<void> {
  const response = await fetch(`${url}/files/uploads/${sessionId}`, { method: 'PUT', body: new Uint8Array(bytes) });
  const answer = (await response.json()) as { code?: string; status?: string };
  if (response.status === 200 && answer.status === 'COMPLETE') return;
  // The upload was completed at the moment of the crash, and the response was lost.
  if (answer.code === 'upload_already_complete') return;
  throw new Broken(`PUT answered ${response.status} ${answer.code}`);
}

async function sendByTus(url: string, { sessionId, bytes, pieceBytes }: CrashUpload): Promise<void> {
  const address = `${url}/files/tus/${sessionId}`;
  const head = await fetch(address, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } });
  if (head.status !== 200) throw new Broken(`HEAD answered ${head.status}`);
  let offset = Number(head.headers.get('upload-offset'));
  if (offset > bytes.length) throw new Broken(`an offset of ${offset} in an upload of ${bytes.length} bytes`);
  while (offset < bytes.length) {
    const piece = bytes.subarray(offset, offset + pieceBytes);
    const response = await fetch(address, {
      method: 'PATCH',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body: new Uint8Array(piece),
    });
    offset += piece.length;
    if (response.status !== 204 || Number(response.headers.get('upload-offset')) !== offset)
      throw new Broken(`PATCH answered ${response.status} ${codeOf(await response.text())}`);
  }
}

/** The code of an error; the whole text if it comes from a proxy or is no error. */
const codeOf = (text: string): string => /"code":"(\w+)"/.exec(text)?.[1] ?? text;
