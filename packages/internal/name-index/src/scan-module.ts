/**
 * The loop that searches for a text in all names, as WebAssembly instructions: it compares sixteen bytes at a time.
 * `scanner.ts` calls it.
 *
 * ```
 * window:    at which of the 16 places from p on do both needle[a] and needle[b] match?
 * candidate:   for each of those: does the complete needle match, and is the byte before it allowed?
 * name:          then find its name, store the position, and continue at the next name
 * ```
 */
const parameters = ['from', 'to', 'starts', 'needle', 'length', 'a', 'b', 'hits', 'before'] as const;
const numbers = ['p', 'mask', 'candidate', 'k', 'name', 'out'] as const;
const vectors = ['byteA', 'byteB'] as const;

type Local = (typeof parameters | typeof numbers | typeof vectors)[number];
type Code = readonly number[];

const locals: readonly Local[] = [...parameters, ...numbers, ...vectors];
const get = (local: Local): Code => [0x20, locals.indexOf(local)];
const set = (local: Local): Code => [0x21, locals.indexOf(local)];
const tee = (local: Local): Code => [0x22, locals.indexOf(local)];
const constant = (below64: number): Code => [0x41, below64];

const add = 0x6a;
const subtract = 0x6b;
const and = 0x71;
const shiftRight = 0x76;
const trailingZeros = 0x68;
const isZero = 0x45;
const differ = 0x47;
const less = 0x49;
const lessOrEqual = 0x4d;
const greaterOrEqual = 0x4f;
const loadByte: Code = [0x2d, 0, 0];
const loadWord = (offset: number): Code => [0x28, 2, offset];
const storeWord: Code = [0x36, 2, 0];
const loadVector: Code = [0xfd, 0, 0, 0];
const splat: Code = [0xfd, 15];
const equalBytes: Code = [0xfd, 35];
const andVector: Code = [0xfd, 78];
const bitmask: Code = [0xfd, 100];
const block: Code = [0x02, 0x40];
const loop: Code = [0x03, 0x40];
const when: Code = [0x04, 0x40];
const end = 0x0b;
/** Jumps to the end of a block or the start of a loop, `levels` levels out. */
const branch = (levels: number): Code => [0x0c, levels];
const branchIf = (levels: number): Code => [0x0d, levels];

const increase = (local: Local, by: number): Code[] => [get(local), constant(by), [add], set(local)];
const byteAt = (...place: Code[]): Code[] => [...place, [add], loadByte];
const matches = (place: Local, byte: Local): Code[] => [get('p'), get(place), [add], loadVector, get(byte), equalBytes];

/** One line per step. */
const body: readonly (readonly Code[])[] = [
  [get('from'), set('p'), get('starts'), set('name'), get('hits'), set('out')],
  [...byteAt(get('needle'), get('a')), splat, set('byteA')],
  [...byteAt(get('needle'), get('b')), splat, set('byteB')],
  [block],
  [loop], // window
  [get('p'), get('to'), [greaterOrEqual], branchIf(1)],
  [...matches('a', 'byteA'), ...matches('b', 'byteB'), andVector, bitmask, tee('mask')],
  [[isZero], when, ...increase('p', 16), branch(1), [end]],
  [loop], // candidate
  [get('p'), get('mask'), [trailingZeros], [add], set('candidate'), constant(0), set('k')],
  [block],
  [loop], // byte by byte
  [...byteAt(get('candidate'), get('k')), ...byteAt(get('needle'), get('k')), [differ], branchIf(1)],
  [get('k'), constant(1), [add], tee('k'), get('length'), [less], branchIf(0)],
  [[end]],
  [get('candidate'), constant(1), [subtract], loadByte, get('before'), [add], loadByte, [isZero], branchIf(0)],
  [loop], // name
  [get('name'), loadWord(4), get('candidate'), [lessOrEqual]],
  [when, ...increase('name', 4), branch(1), [end]],
  [[end]],
  [get('out'), get('name'), get('starts'), [subtract], constant(2), [shiftRight], storeWord],
  [...increase('out', 4), ...increase('name', 4), get('name'), loadWord(0), set('p')],
  [branch(2)], // the next window
  [[end]],
  // Clears the lowest bit, which was no match.
  [get('mask'), get('mask'), constant(1), [subtract], [and], tee('mask'), branchIf(0)],
  [[end]],
  [...increase('p', 16), branch(0)],
  [[end]],
  [[end]],
  [get('out'), get('hits'), [subtract], constant(2), [shiftRight]],
  [[end]],
];

const i32 = 0x7f;
const v128 = 0x7b;

/** LEB128. */
function encoded(value: number): number[] {
  const low = value & 127;
  return value < 128 ? [low] : [low | 128, ...encoded(value >>> 7)];
}
const sized = (content: Code): Code => [...encoded(content.length), ...content];
const text = (value: string): Code => sized([...Buffer.from(value)]);
const section = (id: number, content: Code): Code => [id, ...sized(content)];

const functionBody = sized([2, numbers.length, i32, vectors.length, v128, ...body.flat(2)]);

/** Imports `env.memory`, exports `scan`. Its parameters are addresses in that memory. */
export const scanModule = Uint8Array.from([
  ...Buffer.from('\0asm\u0001\0\0\0'),
  ...section(1, [1, 0x60, ...sized(parameters.map(() => i32)), 1, i32]),
  ...section(2, [1, ...text('env'), ...text('memory'), 2, 0, 1]),
  ...section(3, [1, 0]),
  ...section(7, [1, ...text('scan'), 0, 0]),
  ...section(10, [1, ...functionBody]),
]);
