#!/usr/bin/env node
import { runBuilt } from './toolchain.mjs';

runBuilt('packages/server/dist/main.mjs');
