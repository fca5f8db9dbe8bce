import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPainter } from '@drive/thumbnails/test/painter';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putBytes, reserveUpload } from '../../server/test/api/uploads.ts';
import { chromiumPath } from '../../server/test/browser/chromium.ts';
import { fileTasks } from './tasks/file-tasks.ts';
import { Hand, partsOf, type Tasks } from './tasks/hand.ts';
import { otherTasks } from './tasks/other-tasks.ts';
import { startWebStage, type WebStage, type WebUser } from './web-user.ts';

/** The steps of each task in docs/web.md. */
const mostSteps = new Map(
  Array.from(
    readFileSync(join(import.meta.dirname, '../../../docs/web.md'), 'utf8').matchAll(/^\| ([^|]+?) +\| +(\d+) \|/gm),
    ([, task = '', steps]) => [task, Number(steps)],
  ),
);

/** The names alone, without a page. */
const taskNames = [fileTasks, otherTasks].flatMap((tasks) => Object.keys(tasks(partsOf({} as Page), {} as WebUser)));

describe('everyday tasks', () => {
  test('are forty or more that are performed, and those that count most have the fewest steps', () => {
    expect(taskNames.filter((task) => mostSteps.has(task)).length).toBeGreaterThanOrEqual(40);
    const wanted = ['upload files', 'share and copy the link', 'restore a version'];
    expect(wanted.map((task) => mostSteps.get(task))).toEqual([2, 2, 3]);
  });
});

describe.skipIf(chromiumPath === undefined)('an everyday task takes no more steps than docs/web.md says:', () => {
  let stage: WebStage;
  let me: WebUser;
  let folder: string;

  beforeAll(async () => {
    stage = await startWebStage();
    me = await stage.open('files', { isAdmin: true });
    await stage.drive.createUser({ email: 'grace@example.com' });
    await me.api.call('POST', '/api/drives', { name: 'Design' });
    folder = await me.api.folder('Plans');
    await me.api.folder('Deep', folder);
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await me.api.put(name, name, { in: folder });
    const painter = await startPainter();
    await me.api.put('sun.png', painter.encode(painter.flag(8, 8), '.png'), { in: folder, type: 'image/png' });
    painter.close();
    await me.api.trash(await me.api.put('gone.txt', 'text'));
    const replacing = { name: 'a.txt', bytes: 3, parentFolderId: folder, onConflict: 'replace' } as const;
    await putBytes(await reserveUpload(stage.drive, me.user, replacing), Buffer.from('new'));
    me.page.setDefaultTimeout(20_000);
    await me.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  afterAll(async () => {
    await stage?.check();
    await stage?.close();
  });

  const performed = (): Tasks => {
    const parts = partsOf(me.page);
    return { ...fileTasks(parts), ...otherTasks(parts, me) };
  };

  test.each(taskNames)('%s', async (task) => {
    const hand = new Hand(me.page);
    await me.goto(`files/${folder}`);
    await partsOf(me.page).row('a.txt').waitFor();
    await performed()[task]?.(hand);
    expect(hand.steps).toBeGreaterThan(0);
    expect(hand.steps).toBeLessThanOrEqual(mostSteps.get(task) ?? 0);
  });
});
