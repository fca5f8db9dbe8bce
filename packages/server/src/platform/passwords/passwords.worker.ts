import bcrypt from 'bcryptjs';
import { serveWorker } from '../program/serve-worker.ts';
import type { HashReply, HashTask } from './bcrypt-hasher.ts';

serveWorker(({ text, ...task }: HashTask): HashReply =>
  'cost' in task ? bcrypt.hashSync(text, task.cost) : bcrypt.compareSync(text, task.hash),
);
