#!/usr/bin/env node
import { runBuilt } from './toolchain.mjs';

runBuilt('packages/cli/dist/main.mjs');
