import { Worker } from 'node:worker_threads';
import { isSingleBinary, readTextPart } from './parts.ts';

/**
 * Runs `{name}.worker.ts`, which lies beside the module that asks: `startThread('hash', import.meta.url)`. The build puts it
 * as `{name}.worker.mjs` beside the program, or into the single binary.
 */
export function startThread(name: string, moduleUrl: string, workerData?: unknown): Worker {
  if (isSingleBinary) return new Worker(readTextPart(`${name}.worker.cjs`), { eval: true, name, workerData });
  const extension = moduleUrl.endsWith('.ts') ? 'ts' : 'mjs';
  return new Worker(new URL(`./${name}.worker.${extension}`, moduleUrl), { name, workerData });
}
