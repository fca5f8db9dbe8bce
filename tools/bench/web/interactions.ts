import type { Locator, Page } from 'playwright-core';

/** Interactions of users with a list of 1,000 items: the name of each, and how. Each begins and ends with the list. */
type Interaction = readonly [
  what: string,
  perform: (page: Page) => Promise<void>,
  undo?: (page: Page) => Promise<void>,
];

export const rowAt = (page: Page, index: number): Locator => page.locator('[role=row][data-index]').nth(index);
const beside = { position: { x: 420, y: 12 } };
const escape = (page: Page): Promise<void> => page.keyboard.press('Escape');

export const interactions: readonly Interaction[] = [
  ['select a row', (page) => rowAt(page, 3).click(beside), escape],
  ['select a range', (page) => rowAt(page, 9).click({ ...beside, modifiers: ['Shift'] }), escape],
  ['select all 1,000', (page) => page.keyboard.press('Control+a'), escape],
  ['go down a row', (page) => page.keyboard.press('ArrowDown')],
  ['go to the last row', (page) => page.keyboard.press('End'), (page) => page.keyboard.press('Home')],
  [
    'open the menu of an item',
    (page) =>
      page
        .getByRole('button', { name: /^Actions for/ })
        .nth(2)
        .click(),
    escape,
  ],
  [
    'begin to rename',
    async (page) => {
      await rowAt(page, 2).click(beside);
      await page.keyboard.press('F2');
    },
    async (page) => {
      await escape(page);
      await escape(page);
    },
  ],
  ['open New folder', (page) => page.getByRole('button', { name: 'New folder', exact: true }).click(), escape],
  ['open the palette', (page) => page.keyboard.press('Control+k'), escape],
  [
    'change the order',
    async (page) => {
      await page.getByRole('columnheader').getByRole('button', { name: /^Name/ }).click();
    },
  ],
];
