import { setTimeout } from 'node:timers/promises';
import { memoryReader, type PageMemory } from './renderer-memory.ts';
import { rowsOf } from './seed-folders.ts';
import { UnwatchedPage } from './unwatched-page.ts';
import { startWebStage, type WebStage } from './web-stage.ts';

/** How often memory is read, in minutes. */
const everyMinutes = 5;

const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('A long text\n'.repeat(10_000)) };

/** Uses the app in one page for some minutes, as people do all day, and tells its memory in a table. Linux only. */
export async function measureLongUse(minutes: number, tell: (line: string) => void): Promise<string> {
  const stage = await startWebStage();
  try {
    const { page: preparing } = await stage.open(1);
    await preparing.goto(`${stage.url}/app/files`);
    await preparing.setInputFiles('[data-upload=files]', text);
    await preparing.getByRole('button', { name: text.name, exact: true }).waitFor();
    const cookies = await preparing.context().cookies();
    await preparing.context().close();
    const page = await UnwatchedPage.open(stage.browser, `${stage.url}/app/files`, cookies);
    await page.shows(['main button', text.name]);
    const read = await memoryReader(stage.browser, page);
    // Everything that is loaded once is loaded after some rounds.
    for (let round = 0; round < 2; round += 1) await useOnce(stage, page, `First ${round}`);
    const began = Date.now();
    const rows: string[] = [];
    let rounds = 0;
    for (let next = 0; next <= minutes; next += everyMinutes) {
      while (Date.now() - began < next * 60_000) {
        await useOnce(stage, page, `Round ${rounds}`);
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

const dialog = ['[data-modal]', ''] as const;
/** A point of a row that is on no control. */
const besideName = { x: 420, y: 12 };

/** One round of use. All of it happens in one page, without a reload. */
async function useOnce({ folders }: WebStage, page: UnwatchedPage, name: string): Promise<void> {
  const goTo = (screen: string): Promise<void> => page.click(['nav a', screen]);
  for (const folder of [folders.thousand, folders.hundredThousand]) {
    await goTo('Files');
    await page.click(['main a', folder]);
    await page.shows(['[data-item-name]', rowsOf(folder)]);
    await page.click(['main [role=row]:has([data-item-name])', ''], besideName);
    await page.scroll(20_000);
    // The wheel scrolls on for a while.
    await setTimeout(300);
    await page.press('Home');
    await page.click(['main button', 'Actions for']);
    await page.shows(['[role=menuitem]', '']);
    await page.press('Escape');
    await page.hides(['[role=menuitem]', '']);
  }
  await page.press('k', { withControl: true });
  await page.shows(dialog);
  await page.fill('000012');
  await page.shows(['[role=option]', '']);
  await page.press('Escape');
  await page.hides(dialog);
  for (const screen of ['Recent', 'Starred', 'Shared with me', 'Shared', 'Trash']) {
    await goTo(screen);
    await setTimeout(200);
  }
  await goTo('Files');
  await page.click(['main button', text.name]);
  await page.shows(['[data-modal] *', 'A long text']);
  await page.press('Escape');
  await page.hides(dialog);
  await page.click(['main button', 'New folder']);
  await page.shows(dialog);
  await page.fill(name);
  await page.press('Enter');
  await page.hides(dialog);
  const rowOf = (item: string) => [`main [role=row]:has([aria-label="Select ${item}"])`, ''] as const;
  await page.click(rowOf(name), besideName);
  await page.press('F2');
  await page.fill(`${name}, renamed`);
  await page.press('Enter');
  await page.click(rowOf(`${name}, renamed`), besideName);
  await page.press('Delete');
  await page.hides(rowOf(`${name}, renamed`));
  // People look at what they have done.
  await setTimeout(4000);
}
