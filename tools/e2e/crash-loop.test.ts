import { expect, it } from 'vitest';
import { runCrashLoop } from './crash-loop.ts';
import { runWebhookCrashLoop } from './crash-webhooks.ts';

it(
  '[P-507] a server killed ten times during uploads, tree changes and moves to other owners loses nothing acknowledged, nor do readers of changes',
  { timeout: 120_000 },
  async () => {
    const report = await runCrashLoop(10);
    expect(report.acknowledged).toBeGreaterThan(0);
    expect(report.resumed).toBeGreaterThan(0);
    expect(report.treeChanges).toBeGreaterThan(0);
    expect(report.followed).toBeGreaterThan(0);
    expect(report.ownerChanges).toBeGreaterThan(0);
  },
);

it(
  'a server killed five times during deliveries sends every event to every webhook, and nothing else',
  { timeout: 120_000 },
  async () => {
    const report = await runWebhookCrashLoop(5);
    expect(report.events).toBeGreaterThanOrEqual(35);
    expect(report.attempts).toBeGreaterThan(report.deliveries);
    expect(report.receptions).toBeGreaterThanOrEqual(report.attempts);
  },
);
