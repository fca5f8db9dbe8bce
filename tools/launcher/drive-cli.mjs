#!/usr/bin/env node
import { run } from './run.mjs';

run('packages/cli/dist/main.mjs');
