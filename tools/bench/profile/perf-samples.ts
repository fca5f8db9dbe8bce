import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { execute } from '../processes.ts';

/** Node's settings that let perf name the functions of JavaScript. */
export const namesForPerf = { NODE_OPTIONS: '--perf-basic-prof --interpreted-frames-native-stack' };

/** Samples of one recording, by what used the processor. */
export interface Samples {
  readonly total: number;
  readonly onMainThread: number;
  readonly byLayer: ReadonlyMap<string, number>;
  /** Samples in JavaScript, or in what JavaScript called except for the other layers, by module. */
  readonly byModule: ReadonlyMap<string, number>;
}

/** The layer of a frame; undefined leaves the decision to its caller. */
interface Place {
  readonly layer: string;
  readonly module?: string;
}

interface Frame {
  readonly symbol: string;
  readonly object: string;
}

/** Records a process until `work` resolves. */
export async function recordSamples(pid: number, file: string, work: () => Promise<unknown>): Promise<Samples> {
  // cpu-clock is a timer: virtual machines often have no counters.
  const recording = execute('perf', ['record', '-g', '-F', '997', '-e', 'cpu-clock', '-o', file, '-p', String(pid)], {
    signal: AbortSignal.timeout(10 * 60_000),
  });
  await work();
  recording.child.kill('SIGINT');
  await recording.catch((error: unknown) => {
    // perf ends with the signal that stopped it.
    if (!existsSync(file)) throw error;
  });
  const { stdout } = await execute('perf', ['script', '-i', file, '-F', 'tid,ip,sym,dso'], { maxBuffer: 2 ** 30 });
  return countSamples(stdout, pid);
}

/** Reads the output of `perf script`: blocks of a line with the thread and one line per frame, innermost first. */
function countSamples(script: string, pid: number): Samples {
  const byLayer = new Map<string, number>();
  const byModule = new Map<string, number>();
  const count = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
  let total = 0;
  let onMainThread = 0;
  for (const block of script.split('\n\n')) {
    const [thread = '', ...lines] = block.trim().split('\n');
    if (lines.length === 0) continue;
    total += 1;
    if (Number(thread) === pid) onMainThread += 1;
    const { layer, module } = placeOf(lines.map(frameOf));
    count(byLayer, layer);
    if (module !== undefined) count(byModule, module);
  }
  return { total, onMainThread, byLayer, byModule };
}

function frameOf(line: string): Frame {
  const [, symbol = '', object = ''] = /^\s*[0-9a-f]+ (.*) \((.*)\)$/.exec(line) ?? [];
  return { symbol, object };
}

const isKernel = ({ object }: Frame): boolean => object.startsWith('[kernel') || object.startsWith('[guest.kernel');

const native: readonly (readonly [layer: string, pattern: RegExp])[] = [
  ['garbage collection', /v8::internal::(Heap\b|GCTracer|Scaveng|MarkCompact|.*Marking|.*Sweep|MinorGC|.*Evacuat)/],
  [
    'compiling JavaScript',
    /v8::internal::(compiler|maglev|baseline|turboshaft|wasm|.*Compil|interpreter::.*Generator)/,
  ],
  ['hashing and encryption', /^(EVP_|HMAC|sha|SHA|aes|AES|gcm|ossl_|RAND_|crc32|node::crypto|CRYPTO_)/],
  ['HTTP parser', /^(llhttp|node::http_parser::)/],
];

function placeOf(frames: readonly Frame[]): Place {
  const [innermost] = frames;
  if (innermost !== undefined && isKernel(innermost)) return { layer: `kernel: ${kernelWork(frames)}` };
  for (const frame of frames) {
    if (/better.sqlite3|\/prebuilds\//.test(frame.object)) return { layer: 'SQLite' };
    if (frame.symbol.startsWith('JS:')) return javaScriptPlace(frame.symbol);
    for (const [layer, pattern] of native) if (pattern.test(frame.symbol)) return { layer };
  }
  return { layer: 'Node.js, V8 and libuv without a caller in JavaScript' };
}

function kernelWork(frames: readonly Frame[]): string {
  const has = (pattern: RegExp): boolean => frames.some(({ symbol }) => pattern.test(symbol));
  if (has(/^sock_write_iter$|^sock_sendmsg$/)) return 'writing to sockets';
  if (has(/^sock_read_iter$|^sock_recvmsg$/)) return 'reading from sockets';
  const call = frames
    .map(({ symbol }) => /^(?:__x64_sys|ksys)_(\w+)/.exec(symbol)?.[1])
    .find((name) => name !== undefined);
  if (call === undefined) return 'interrupts and page faults';
  if (/^(epoll_\w+|io_uring_enter)$/.test(call)) return 'waiting for events';
  if (call === 'futex') return 'waking threads';
  if (/^(mmap|munmap|mprotect|madvise|brk)$/.test(call)) return 'memory';
  return /sync/.test(call) ? 'syncing' : 'files';
}

/** Resolves a frame of JavaScript by its source map. */
function javaScriptPlace(symbol: string): Place {
  const [, file, line, column] = /(file:\/\/\/\S+?):(\d+):(\d+)$/.exec(symbol) ?? [];
  if (file === undefined) return { layer: 'JavaScript of Node.js' };
  const source = sourceOf(fileURLToPath(file), Number(line), Number(column));
  const library = /node_modules\/(?!\.pnpm)((?:@[^/]+\/)?[^/]+)(?!.*\/node_modules\/)/.exec(source)?.[1];
  if (library !== undefined) return { layer: 'JavaScript of libraries', module: library };
  const own =
    /\/internal\/([^/]+)\//.exec(source)?.[1] ??
    /src\/((?:modules|platform)\/[^/]+?)(?:\.ts)?(?:\/|$)/.exec(source)?.[1] ??
    /packages\/([^/]+)/.exec(source)?.[1] ??
    source;
  return { layer: 'our JavaScript', module: own };
}

const maps = new Map<string, SourceMap | undefined>();

function sourceOf(file: string, line: number, column: number): string {
  if (!maps.has(file)) {
    const map = `${file}.map`;
    maps.set(file, existsSync(map) ? new SourceMap(JSON.parse(readFileSync(map, 'utf8')) as never) : undefined);
  }
  const entry = maps.get(file)?.findEntry(line - 1, column - 1);
  return entry !== undefined && 'originalSource' in entry ? entry.originalSource : file;
}
