#!/usr/bin/env node
// libuv's threads read, write and sync files; the default of four is read before the first starts.
process.env['UV_THREADPOOL_SIZE'] ??= '16';

import { forgetNodeSettings, isSingleBinary } from '@drive/program';
import { runProgram } from './programs/run-program.ts';

if (isSingleBinary) forgetNodeSettings(process.env);

void runProgram(process.argv.slice(2), process.env);
