import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { messageOf } from '@drive/base';
import { receiveTasks } from '@drive/program';
import { crc32 } from './crc32.ts';
import type { HashMessage, HashTask } from './file-hasher.ts';

// Hashes files from the page cache, closely behind the writer. The chunks of a request are not transferred: one may share its memory
// with others, and is so small that a message costs more than reading the file again.

interface Followed {
  hash: Hash;
  crc32: number;
  position: number;
  path: string;
  file: number | undefined;
  /** How far it may read. */
  bytes: number;
  wantsDigest: boolean;
  /** Whether the file is closed once its bytes so far are read. */
  rests: boolean;
}

/** Paused uploads keep their hash until this many others were followed; then the file is read again. */
const maxFollowed = 4096;
/** Read in one go before the others get their turn. */
const sliceBytes = 4 * 1024 * 1024;
const buffer = Buffer.allocUnsafeSlow(256 * 1024);
const followed = new Map<number, Followed>();
const waiting = new Set<number>();
let isWorking = false;

const post: (message: HashMessage) => void = receiveTasks((task: HashTask) => {
  const known = followed.get(task.id);
  if (task.kind === 'rest') {
    if (known !== undefined) known.rests = true;
    return waiting.has(task.id) ? undefined : close(known);
  }
  if (task.kind === 'forget') return forget(task.id);
  const one = known ?? {
    hash: createHash('sha256'),
    crc32: 0,
    position: 0,
    path: '',
    file: undefined,
    bytes: 0,
    wantsDigest: false,
    rests: false,
  };
  one.path = task.path;
  one.bytes = task.bytes;
  one.wantsDigest = task.kind === 'digest';
  one.rests = false;
  if (known === undefined) {
    for (const [id, oldest] of followed) {
      if (followed.size < maxFollowed) break;
      if (!waiting.has(id) && oldest.file === undefined) followed.delete(id);
    }
    followed.set(task.id, one);
  }
  waiting.add(task.id);
  return work();
});

function work(): void {
  if (isWorking) return;
  const [id] = waiting;
  if (id === undefined) return;
  isWorking = true;
  waiting.delete(id);
  const one = followed.get(id);
  try {
    if (one !== undefined) readSlice(id, one);
  } catch (error) {
    forget(id);
    post({ kind: 'failed', id, message: messageOf(error) });
  }
  // Yields to the event loop, so that messages of the meantime are received.
  setImmediate(() => {
    isWorking = false;
    work();
  });
}

function update(one: Followed, piece: Uint8Array): void {
  one.hash.update(piece);
  one.crc32 = crc32(piece, one.crc32);
  one.position += piece.length;
}

function readSlice(id: number, one: Followed): void {
  const until = Math.min(one.bytes, one.position + sliceBytes);
  if (one.position < until) one.file ??= openSync(one.path, 'r');
  while (one.position < until && one.file !== undefined) {
    const read = readSync(one.file, buffer, 0, Math.min(buffer.length, until - one.position), one.position);
    if (read === 0) throw new Error(`the file ends at ${one.position} of ${one.bytes} bytes`);
    const piece = read === buffer.length ? buffer : buffer.subarray(0, read);
    update(one, piece);
  }
  if (one.position < one.bytes) waiting.add(id);
  else if (one.rests) close(one);
  if (!one.wantsDigest) post({ kind: 'reached', id, bytes: one.position });
  else if (one.position >= one.bytes) {
    const sums = { sha256: one.hash.digest('hex'), crc32: one.crc32 };
    forget(id);
    post({ kind: 'digest', id, sums });
  }
}

function close(one: Followed | undefined): void {
  if (one?.file === undefined) return;
  closeSync(one.file);
  one.file = undefined;
}

function forget(id: number): void {
  close(followed.get(id));
  followed.delete(id);
  waiting.delete(id);
}
