import { serveWorker } from '@drive/program';
import bcrypt from 'bcryptjs';
import type { HashReply, HashTask } from './bcrypt-hasher.ts';

serveWorker(({ text, ...task }: HashTask): HashReply =>
  'cost' in task ? bcrypt.hashSync(text, task.cost) : bcrypt.compareSync(text, task.hash),
);
