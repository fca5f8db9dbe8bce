import fs from 'node:fs';
import { compileFunction } from 'node:vm';
import threads, { type WorkerOptions } from 'node:worker_threads';
import type Vips from 'wasm-vips';
import { isSingleBinary, readBytesPart, readTextPart } from '../program/index.ts';

type StartVips = typeof Vips;

/** The library's name for its folder; in a single binary its files are parts with these names. */
const folder = 'wasm-vips';

/** For a worker thread: reads of the library's files are redirected to the parts of a single binary. */
export async function loadVips(): Promise<StartVips> {
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
