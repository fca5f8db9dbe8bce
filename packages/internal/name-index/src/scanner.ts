import { isSeparator } from './relevance.ts';
import { scanModule } from './scan-module.ts';
import type { TextColumn } from './text-column.ts';

export type MatchPlace = 'anywhere' | 'wordStart';

/** Finds the texts of a column that contain a needle. */
export interface Scanner {
  /** A copy of the source column, in the scanner's memory. */
  readonly column: TextColumn;
  readonly byteLength: number;
  /**
   * Positions of the texts that contain `needle`, anywhere or where a word begins, ascending. The next call overwrites
   * them.
   */
  scan(needle: Buffer, place?: MatchPlace): Uint32Array;
}

const pageBytes = 65_536;
const wordBytes = 4;
/** Longest needle. A longer one is in no name. */
const needleBytes = 4096;
const vectorBytes = 16;
/** 1 for each byte that may stand before a match. */
const allowedBytes = 256;
const wordBreaks = Uint8Array.from({ length: allowedBytes }, (_, byte) => (byte === 0 || isSeparator(byte) ? 1 : 0));

type ScanFunction = (...addresses: readonly number[]) => number;

/** The part of WebAssembly used here: @types/node has none. */
interface WasmApi {
  readonly Module: new (code: Uint8Array) => object;
  readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
}
const { WebAssembly: wasm } = globalThis as unknown as { readonly WebAssembly: WasmApi };

let compiled: object | undefined;

/** Throws if the processor has no SIMD. */
export function createScanner(source: TextColumn): Scanner {
  compiled ??= new wasm.Module(scanModule);
  const count = source.starts.length - 1;
  const to = source.bytes.length;
  // The last window may reach beyond the texts: zero bytes are there.
  const startsAt = aligned(to) + vectorBytes;
  const hitsAt = startsAt + wordBytes * (count + 1);
  const anywhereAt = hitsAt + wordBytes * count;
  const wordStartAt = anywhereAt + allowedBytes;
  const needleAt = wordStartAt + allowedBytes;
  const memory = new wasm.Memory({
    // Each candidate may reach beyond the texts by the length of the needle.
    initial: Math.ceil((needleAt + 2 * needleBytes + 2 * vectorBytes) / pageBytes),
  });
  const { scan } = new wasm.Instance(compiled, { env: { memory } }).exports as { readonly scan: ScanFunction };

  const { buffer } = memory;
  const bytes = Buffer.from(buffer, 0, to);
  const starts = new Uint32Array(buffer, startsAt, count + 1);
  const hits = new Uint32Array(buffer, hitsAt, count);
  const needleBuffer = Buffer.from(buffer, needleAt, needleBytes);
  source.bytes.copy(bytes);
  starts.set(source.starts);
  new Uint8Array(buffer, anywhereAt, allowedBytes).fill(1);
  new Uint8Array(buffer, wordStartAt, allowedBytes).set(wordBreaks);
  const before: Readonly<Record<MatchPlace, number>> = { anywhere: anywhereAt, wordStart: wordStartAt };
  const frequencies = countBytes(bytes);

  return {
    column: { bytes, starts },
    byteLength: buffer.byteLength,
    scan: (needle, place = 'anywhere') => {
      if (needle.length === 0 || needle.length > needleBytes || count === 0) return hits.subarray(0, 0);
      needle.copy(needleBuffer);
      const [a = 0, b = a] = [...needle.keys()].toSorted((one, other) => frequencyOf(one) - frequencyOf(other));
      function frequencyOf(place: number): number {
        return frequencies[needle[place]!]!;
      }
      return hits.subarray(0, scan(1, to, startsAt, needleAt, needle.length, a, b, hitsAt, before[place]));
    },
  };
}

const aligned = (address: number): number => Math.ceil(address / vectorBytes) * vectorBytes;

/** Used to compare the two rarest bytes of a needle first. */
function countBytes(bytes: Uint8Array): Uint32Array {
  const counts = new Uint32Array(256);
  const end = bytes.length;
  for (let at = 0; at < end; at += 1) counts[bytes[at]!]! += 1;
  return counts;
}
