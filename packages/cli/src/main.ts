#!/usr/bin/env node
import manifest from '../package.json' with { type: 'json' };

const [flag, ...others] = process.argv.slice(2);
if (others.length === 0 && (flag === '--version' || flag === '-V')) {
  // Scripts call it often, so it loads nothing.
  process.stdout.on('error', () => {});
  process.stdout.write(`${manifest.version}\n`);
} else {
  const { runProcess } = await import('./run-process.ts');
  await runProcess();
}
