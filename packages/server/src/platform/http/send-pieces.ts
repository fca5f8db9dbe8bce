import type { ServerResponse } from 'node:http';

const pieceBytes = 1024 * 1024;
/** Buffers that wait for the next answer. */
const sparePieces: Buffer[] = [];
const maxSpare = 16;

/**
 * Sends what `fill` puts into the buffers it is given, and ends the response. `fill` answers how many bytes it got, fewer
 * than fit only at the end. `begin` writes the headers; it is called once the first bytes are there, so that what can't
 * be read, or is refused in the last moment, is still answered with an error.
 *
 * True when the last byte was handed to the system; false when the client went away before. Rejects with the errors of
 * `fill` and `begin`. However much there is and however slow the client, it takes two buffers.
 */
export async function sendPieces(
  response: ServerResponse,
  fill: (buffer: Buffer) => Promise<number>,
  begin: () => void | Promise<void>,
): Promise<boolean> {
  // One buffer is being filled while the other is on its way out.
  const buffers = [
    sparePieces.pop() ?? Buffer.allocUnsafeSlow(pieceBytes),
    sparePieces.pop() ?? Buffer.allocUnsafeSlow(pieceBytes),
  ];
  let onItsWay: Promise<boolean> = Promise.resolve(true);
  try {
    for (let turn = 0; ; turn++) {
      const buffer = buffers[turn % 2];
      if (buffer === undefined) throw new Error('there are two buffers');
      const bytes = await fill(buffer);
      if (turn === 0) await begin();
      if (!(await onItsWay)) return false;
      if (bytes > 0) onItsWay = write(response, buffer.subarray(0, bytes));
      if (bytes < buffer.length) break;
    }
    if (!(await onItsWay)) return false;
    return await finish(response);
  } finally {
    // What is still on its way keeps its buffer to itself.
    if (await onItsWay) for (const buffer of buffers) if (sparePieces.length < maxSpare) sparePieces.push(buffer);
  }
}

/** Ends the response with these bytes. True when the last byte was handed to the system. */
export const sendWhole = (response: ServerResponse, bytes: Buffer): Promise<boolean> => finish(response, bytes);

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
