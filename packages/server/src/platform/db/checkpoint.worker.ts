import { fdatasyncSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { CheckpointNews, CheckpointTask, CheckpointThreadData } from './checkpoint-tasks.ts';
import { checkpoint } from './checkpoint.ts';
import { connectSqlite } from './sqlite-connection.ts';

// Waits for the disk, so that nobody else has to.

if (parentPort === null) throw new Error('runs as a worker thread only');
const port = parentPort;

const { file, descriptor } = workerData as CheckpointThreadData;
const { raw } = connectSqlite(file, { readonly: false, cacheBytes: 1024 * 1024 });

function run(task: CheckpointTask): boolean {
  switch (task) {
    case 'copy':
      return checkpoint.copy(raw, () => fdatasyncSync(descriptor));
    case 'restart':
      return checkpoint.restart(raw);
    case 'close':
      raw.close();
      return true;
  }
}

port.on('message', (task: CheckpointTask) => {
  let news: CheckpointNews;
  try {
    news = { kind: 'ended', isDone: run(task) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    news = { kind: 'failed', message: error instanceof Error ? error.message : String(error), code };
  }
  port.postMessage(news);
  if (task === 'close') port.close();
});
