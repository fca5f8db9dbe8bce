import { workerData } from 'node:worker_threads';
import { serveWorker } from '@drive/program';
import { connectSqlite } from './sqlite-connection.ts';
import type { QueryReply, QuerySetup, QueryTask } from './worker-reader.ts';

const { file } = workerData as QuerySetup;
/** Memory for the index of a million siblings; otherwise each middle page would read it again. Allocated as it is read. */
const CACHE_BYTES = 96 * 1024 * 1024;
const connection = connectSqlite(file, { readonly: true, cacheBytes: CACHE_BYTES });

serveWorker(({ sql, parameters }: QueryTask): QueryReply => connection.read(sql, parameters));
