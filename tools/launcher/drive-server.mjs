#!/usr/bin/env node
import { run } from './run.mjs';

run('packages/server/dist/main.mjs');
