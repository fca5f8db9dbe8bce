import { get, Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Time between two requests. */
const pauseMs = 5;

/** Measures a URL from a thread of its own: clients in this one are busy with large answers. */
export function startProbe(url: string): { readonly stop: () => Promise<readonly number[]> } {
  const worker = new Worker(import.meta.filename, { workerData: url });
  return {
    stop: async () => {
      const times = new Promise<readonly number[]>((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
      });
      worker.postMessage('stop');
      return times;
    },
  };
}

async function probe(url: string): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  let isOver = false;
  parentPort?.once('message', () => (isOver = true));
  while (!isOver) {
    const began = performance.now();
    await new Promise<void>((resolve, reject) => {
      get(url, { agent }, (response) => response.resume().once('end', resolve)).once('error', reject);
    });
    times.push(performance.now() - began);
    await sleep(pauseMs);
  }
  agent.destroy();
  parentPort?.postMessage(times);
}

if (!isMainThread) await probe(workerData as string);
