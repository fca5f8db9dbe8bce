import fs from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { compileFunction } from 'node:vm';
import threads from 'node:worker_threads';
import { workerData, type WorkerOptions } from 'node:worker_threads';
import { isSingleBinary, readBytesPart, readTextPart, serveWorker } from '@drive/program';
import type Vips from 'wasm-vips';
import { findEmbeddedJpeg, type MetadataReader } from './embedded-jpeg.ts';
import { isCarrier } from './image-types.ts';
import { renderImage, type VipsLibrary } from './render-image.ts';
import type { CodecReply, CodecSetup, CodecTask } from './worker-images.ts';

type StartVips = typeof Vips;

/** The library's name for its folder; in a single binary its files are parts with these names. */
const folder = 'wasm-vips';

/** For a worker thread: reads of the library's files are redirected to the parts of a single binary. */
async function loadVips(): Promise<StartVips> {
  return isSingleBinary ? loadFromParts() : (await import('wasm-vips')).default;
}

function loadFromParts(): StartVips {
  const text = readTextPart(`${folder}/vips-node.js`);
  /** The library starts its threads with its own script, by file name. */
  class ThreadOfText extends threads.Worker {
    constructor(_file: string, options: WorkerOptions) {
      super(text, { ...options, eval: true });
    }
  }
  const requireBuiltin = (name: string): unknown =>
    name === 'node:worker_threads' ? { ...threads, Worker: ThreadOfText } : process.getBuiltinModule(name);

  const { readFileSync } = fs;
  const readPartOrFile = (path: string, ...options: []): unknown =>
    path.startsWith(`${folder}/`) ? readBytesPart(path) : readFileSync(path, ...options);
  Object.defineProperty(fs, 'readFileSync', { value: readPartOrFile, configurable: true });

  const module: { exports: unknown } = { exports: {} };
  const run = compileFunction(text, ['module', 'exports', 'require', '__filename', '__dirname'], {
    filename: `${folder}/vips-node.js`,
  }) as (...args: unknown[]) => void;
  run(module, module.exports, requireBuiltin, `${folder}/vips-node.js`, folder);
  return module.exports as StartVips;
}

const { withAvif, withCarriers, memoryBytes } = workerData as CodecSetup;
const pageBytes = 64 * 1024;

/** Requests have priority. An ordinary user may not raise the priority of a server that was started with a lower one. */
const niceness = 10;
// On other systems than Linux this would set the priority of the entire process.
if (process.platform === 'linux' && getPriority() < niceness) setPriority(niceness);

void start();

/** Not at the top level, where the code of a single binary cannot await. */
async function start(): Promise<void> {
  const vips = await startVips();
  const metadata = withCarriers ? await loadMetadataReader() : undefined;
  closeFileSystem();
  serveWorker(async (task: CodecTask): Promise<CodecReply> => {
    try {
      return await render(vips, metadata, task);
    } catch {
      // A broken image.
      return undefined;
    }
  });
}

/** As a bundler or as Node itself sees a module of CommonJS. */
async function loadMetadataReader(): Promise<MetadataReader> {
  const loaded: MetadataReader & { readonly default?: MetadataReader } = await import('exifr');
  return loaded.default ?? loaded;
}

async function render(
  vips: VipsLibrary,
  metadata: MetadataReader | undefined,
  { type, bytes, ...task }: CodecTask,
): Promise<CodecReply> {
  const source = new Uint8Array(bytes);
  if (!isCarrier(type)) return renderImage(vips, { ...task, type, source });
  const jpeg = metadata && (await findEmbeddedJpeg(metadata, source, type));
  return jpeg && renderImage(vips, { ...task, type: 'jpeg', source: jpeg });
}

async function startVips(): Promise<VipsLibrary> {
  const Vips = await loadVips();
  const started = await withMemoryLimit(() =>
    Vips({
      dynamicLibraries: withAvif ? ['vips-heif.wasm'] : [],
      // Messages of a codec about a broken image are not logged.
      print: () => undefined,
      printErr: () => undefined,
      preRun: (module: { readonly ENV: Record<string, string> }) => {
        module.ENV['VIPS_CONCURRENCY'] = '1';
        module.ENV['VIPS_WARNING'] = '0';
      },
    }),
  );
  started.Cache.max(0);
  started.operationBlock('VipsForeignLoad', true);
  for (const loader of ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'])
    started.operationBlock(`VipsForeignLoad${loader}`, false);
  return started;
}

/** Sizes in pages of WebAssembly. */
interface MemorySize {
  readonly initial: number;
  readonly maximum: number;
}

/** The library requests memory that may grow to two gigabytes, and has no setting for it. */
async function withMemoryLimit<T>(start: () => Promise<T>): Promise<T> {
  const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: { Memory: new (of: MemorySize) => object } };
  const { Memory } = WebAssembly;
  WebAssembly.Memory = class extends Memory {
    constructor(wanted: MemorySize) {
      super({ ...wanted, maximum: Math.max(wanted.initial, Math.floor(memoryBytes / pageBytes)) });
    }
  };
  try {
    return await start();
  } finally {
    WebAssembly.Memory = Memory;
  }
}

/** The library's calls reach disk and standard error past Node; no code in this thread needs either from here on. */
function closeFileSystem(): void {
  const refuse = (): never => {
    throw Object.assign(new Error('a codec has no files'), { code: 'EPERM' });
  };
  const swallow = (_file: number, bytes: Uint8Array, _from?: number, count = bytes.length): number => count;
  for (const [name, value] of Object.entries(fs))
    if (typeof value === 'function')
      Object.defineProperty(fs, name, { value: name === 'writeSync' ? swallow : refuse });
}
