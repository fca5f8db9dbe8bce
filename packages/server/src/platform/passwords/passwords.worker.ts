import bcrypt from 'bcryptjs';
import { serveWorker, yieldToOthers } from '../program/serve-worker.ts';
import type { HashReply, HashTask } from './bcrypt-hasher.ts';

// Nobody may delay the requests of others by trying passwords.
yieldToOthers(5);

serveWorker(({ text, ...task }: HashTask): HashReply =>
  'cost' in task ? bcrypt.hashSync(text, task.cost) : bcrypt.compareSync(text, task.hash),
);
