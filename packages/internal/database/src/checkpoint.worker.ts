import { fdatasyncSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { serveWorker } from '@drive/program';
import { connectSqlite } from './sqlite-connection.ts';
import type { CheckpointReply, CheckpointSetup, CheckpointTask } from './wal-checkpointer.ts';
import { checkpoint } from './wal.ts';

const { file, descriptor } = workerData as CheckpointSetup;
const { raw } = connectSqlite(file, { readonly: false, cacheBytes: 1024 * 1024 });

serveWorker((task: CheckpointTask): CheckpointReply => {
  if (task === 'restart') return checkpoint.restart(raw);
  checkpoint.copy(raw, () => fdatasyncSync(descriptor));
  return true;
});
