#!/usr/bin/env node
import manifest from '../package.json' with { type: 'json' };
import { isWatch } from './two-way/watch/is-watch.ts';

const [flag, ...others] = process.argv.slice(2);
if (others.length === 0 && (flag === '--version' || flag === '-V')) {
  // Scripts call it often, so it loads nothing.
  process.stdout.on('error', () => {});
  process.stdout.write(`${manifest.version}\n`);
} else if (isWatch([flag, ...others])) {
  const { watchByProcesses } = await import('./watch-process.ts');
  await watchByProcesses([process.execPath, ...process.execArgv, ...process.argv.slice(1)]);
} else {
  const { runProcess } = await import('./run-process.ts');
  await runProcess();
}
