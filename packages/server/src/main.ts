#!/usr/bin/env node
// Files are read, written and synced in libuv's threads, four unless said before the first of them starts.
process.env['UV_THREADPOOL_SIZE'] ??= '16';

import { runProgram } from './programs/run-program.ts';

await runProgram(process.argv.slice(2), process.env);
