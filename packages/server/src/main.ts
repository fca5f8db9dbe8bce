#!/usr/bin/env node
// Files are read, written and synced in libuv's threads, four unless said before the first of them starts.
process.env['UV_THREADPOOL_SIZE'] ??= '16';

import { forgetNodeSettings, isSingleBinary } from './platform/program/index.ts';
import { runProgram } from './programs/run-program.ts';

if (isSingleBinary) forgetNodeSettings(process.env);

void runProgram(process.argv.slice(2), process.env);
