import { scanModule } from './scan-module.ts';
import type { TextColumn } from './text-column.ts';

/** Finds in which texts of a column another text comes up. */
export interface Scanner {
  /** The column it was made of; its memory is the scanner's. */
  readonly column: TextColumn;
  readonly byteLength: number;
  /** Positions of the texts that contain `needle`, ascending; overwritten by the next call. */
  scan(needle: Buffer): Uint32Array;
}

const pageBytes = 65_536;
const wordBytes = 4;
/** Far more than the longest name has. */
const needleBytes = 4096;
/** Compared at a time. */
const vectorBytes = 16;

type ScanFunction = (...addresses: readonly number[]) => number;

/** What of it is used here: Node has it, and its types do not. */
interface WasmApi {
  readonly Module: new (code: Uint8Array) => object;
  readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
}
const { WebAssembly: wasm } = globalThis as unknown as { readonly WebAssembly: WasmApi };

let compiled: object | undefined;

/** Throws where the processor has no vectors. */
export function createScanner(source: TextColumn): Scanner {
  compiled ??= new wasm.Module(scanModule);
  const count = source.starts.length - 1;
  const to = source.bytes.length;
  // Sixteen places are looked at, the last of which may be behind the texts: a byte of zero stands there.
  const startsAt = aligned(to) + vectorBytes;
  const hitsAt = startsAt + wordBytes * (count + 1);
  const needleAt = hitsAt + wordBytes * count;
  const memory = new wasm.Memory({
    // And for each as far as the needle reaches.
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
  const frequencies = countBytes(bytes);

  return {
    column: { bytes, starts },
    byteLength: buffer.byteLength,
    scan: (needle) => {
      if (needle.length === 0 || needle.length > needleBytes || count === 0) return hits.subarray(0, 0);
      needle.copy(needleBuffer);
      const [a = 0, b = a] = [...needle.keys()].toSorted((one, other) => frequencyOf(one) - frequencyOf(other));
      function frequencyOf(place: number): number {
        return frequencies[needle[place]!]!;
      }
      return hits.subarray(0, scan(1, to, startsAt, needleAt, needle.length, a, b, hitsAt));
    },
  };
}

const aligned = (address: number): number => Math.ceil(address / vectorBytes) * vectorBytes;

/** Places with rare bytes are looked at first. */
function countBytes(bytes: Uint8Array): Uint32Array {
  const counts = new Uint32Array(256);
  const end = bytes.length;
  for (let at = 0; at < end; at += 1) counts[bytes[at]!]! += 1;
  return counts;
}
