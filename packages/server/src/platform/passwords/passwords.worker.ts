import { parentPort } from 'node:worker_threads';
import bcrypt from 'bcryptjs';
import type { HashAnswer, HashTask } from './tasks.ts';

if (parentPort === null) throw new Error('runs as a worker thread only');
const port = parentPort;

port.on('message', ({ id, text, ...task }: HashTask) => {
  const answer: HashAnswer =
    'cost' in task
      ? { id, hash: bcrypt.hashSync(text, task.cost) }
      : { id, matches: bcrypt.compareSync(text, task.hash) };
  port.postMessage(answer);
});
