import type { ServerResponse } from 'node:http';
import type { BlobReader } from '../../platform/blobs/index.ts';
import type { ByteRange } from './byte-range.ts';

const pieceBytes = 1024 * 1024;
/** A whole small file goes out with the headers. */
const smallBytes = 256 * 1024;
/** Buffers that wait for the next download. */
const sparePieces: Buffer[] = [];
const maxSpare = 16;

/**
 * Writes the bytes and ends the response. `begin` writes the headers; it is called once the first bytes are there, so that
 * a blob that can't be read is still answered with an error. True when the last byte was handed to the system; false when
 * the client went away before. Rejects when the blob can't be read.
 */
export async function sendBlob(
  response: ServerResponse,
  blob: BlobReader,
  range: ByteRange,
  begin: () => void,
): Promise<boolean> {
  const total = range.end - range.start + 1;
  if (total <= smallBytes) {
    const bytes = Buffer.allocUnsafe(total);
    await readExactly(blob, bytes, range.start);
    begin();
    return finish(response, bytes);
  }
  // One buffer is being filled while the other is on its way out.
  const buffers = [
    sparePieces.pop() ?? Buffer.allocUnsafeSlow(pieceBytes),
    sparePieces.pop() ?? Buffer.allocUnsafeSlow(pieceBytes),
  ];
  let onItsWay: Promise<boolean> = Promise.resolve(true);
  try {
    for (let position = range.start, turn = 0; position <= range.end; turn++) {
      const buffer = buffers[turn % 2];
      if (buffer === undefined) throw new Error('there are two buffers');
      const piece = buffer.subarray(0, Math.min(pieceBytes, range.end - position + 1));
      await readExactly(blob, piece, position);
      if (turn === 0) begin();
      position += piece.length;
      if (!(await onItsWay)) return false;
      onItsWay = write(response, piece);
    }
    if (!(await onItsWay)) return false;
    return await finish(response);
  } finally {
    // What is still on its way keeps its buffer to itself.
    if (await onItsWay) for (const buffer of buffers) if (sparePieces.length < maxSpare) sparePieces.push(buffer);
  }
}

async function readExactly(blob: BlobReader, into: Buffer, position: number): Promise<void> {
  const got = await blob.read(into, position);
  if (got !== into.length) throw new Error('the blob is shorter than its row says');
}

/** Resolves when the buffer may be used again; false when the client is gone. */
function write(response: ServerResponse, bytes: Buffer): Promise<boolean> {
  return settled(response, (done) => response.write(bytes, done));
}

function finish(response: ServerResponse, bytes?: Buffer): Promise<boolean> {
  return settled(response, (done) => (bytes === undefined ? response.end(done) : response.end(bytes, () => done())));
}

function settled(response: ServerResponse, begin: (done: (error?: Error | null) => void) => void): Promise<boolean> {
  return new Promise((resolve) => {
    if (response.destroyed) {
      resolve(false);
      return;
    }
    const gone = (): void => resolve(false);
    response.once('close', gone);
    begin((error) => {
      response.off('close', gone);
      resolve(error === undefined || error === null);
    });
  });
}
