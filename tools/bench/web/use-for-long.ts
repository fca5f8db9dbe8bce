import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { memoryReader, type PageMemory } from './renderer-memory.ts';
import { rowsPaintedAt, startWebStage, type WebStage } from './web-stage.ts';

/** How often memory is read, in minutes. */
const everyMinutes = 5;

const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('A long text\n'.repeat(10_000)) };

/** Uses the app in one page for some minutes, as people do all day, and tells its memory in a table. Linux only. */
export async function measureLongUse(minutes: number, tell: (line: string) => void): Promise<string> {
  const stage = await startWebStage();
  try {
    const { page } = await stage.open(1);
    await page.goto(`${stage.url}/app/files`);
    await page.getByRole('main').getByRole('link', { name: stage.folders.thousand }).waitFor();
    await page.setInputFiles('[data-upload=files]', text);
    await page.getByRole('button', { name: text.name, exact: true }).waitFor();
    const read = await memoryReader(stage.browser, page);
    // Everything that is loaded once is loaded after some rounds.
    for (let round = 0; round < 2; round += 1) await useOnce(stage, page, round);
    const began = Date.now();
    const rows: string[] = [];
    let rounds = 0;
    for (let next = 0; next <= minutes; next += everyMinutes) {
      while (Date.now() - began < next * 60_000) {
        await useOnce(stage, page, rounds);
        rounds += 1;
      }
      const line = row(next, rounds, await read());
      tell(line);
      rows.push(line);
    }
    return [
      `Chromium ${stage.browser.version()}; each round opens the folder of 1,000 and of 100,000 items, scrolls, selects, opens the viewer, menus, dialogs,`,
      'search and five other screens, makes a folder, renames it and deletes it.',
      '',
      '| minutes | rounds | heap of scripts | memory of its own | nodes | listeners |',
      '|---:|---:|---:|---:|---:|---:|',
      ...rows,
    ].join('\n');
  } finally {
    await stage.close();
  }
}

const row = (minutes: number, rounds: number, { heap, own, nodes, listeners }: PageMemory): string =>
  `| ${[minutes, rounds, `${heap.toFixed(1)} MiB`, `${own.toFixed(0)} MiB`, nodes, listeners].join(' | ')} |`;

/** One round of use. All of it happens in one page, without a reload. */
async function useOnce({ folders }: WebStage, page: Page, round: number): Promise<void> {
  const sidebar = page.getByRole('navigation', { name: 'Main navigation' });
  const escape = (): Promise<void> => page.keyboard.press('Escape');
  for (const folder of [folders.thousand, folders.hundredThousand]) {
    await sidebar.getByRole('link', { name: 'Files', exact: true }).click();
    await page.getByRole('main').getByRole('link', { name: folder }).click();
    await rowsPaintedAt(page, folder);
    await page
      .getByRole('row', { name: /^Select/ })
      .nth(2)
      .click({ position: { x: 420, y: 12 } });
    await page.mouse.wheel(0, 20_000);
    await page.keyboard.press('Home');
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem').first().waitFor();
    await escape();
  }
  const dialog = page.locator('[data-modal]');
  await page.keyboard.press('Control+k');
  await dialog.waitFor();
  await page.keyboard.type('000012');
  await page.getByRole('option').first().waitFor();
  await escape();
  for (const name of ['Recent', 'Starred', 'Shared with me', 'Shared', 'Trash'])
    await sidebar.getByRole('link', { name, exact: true }).click();
  await sidebar.getByRole('link', { name: 'Files', exact: true }).click();
  await page.getByRole('button', { name: text.name, exact: true }).click();
  await dialog.getByText('A long text').first().waitFor();
  await escape();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'New folder', exact: true }).click();
  const name = `Round ${round}`;
  await dialog.getByRole('textbox').fill(name);
  await page.keyboard.press('Enter');
  const made = page.getByRole('row', { name: `Select ${name}` });
  await made.click({ position: { x: 420, y: 12 } });
  await page.keyboard.press('F2');
  await page.getByLabel('New name').fill(`${name}, renamed`);
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: `Select ${name}, renamed` }).click({ position: { x: 420, y: 12 } });
  await page.keyboard.press('Delete');
  await page.getByRole('row', { name: `Select ${name}, renamed` }).waitFor({ state: 'detached' });
  // People look at what they have done.
  await setTimeout(4000);
}
