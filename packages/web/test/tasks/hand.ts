import type { Locator, Page } from 'playwright-core';

/** Counts clicks and keys. Typing a text is no step. */
export class Hand {
  steps = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async click(target: Locator): Promise<void> {
    this.steps += 1;
    await target.click();
  }

  /** Chooses an entry of a list of the browser, which opens with a click. */
  async choose(target: Locator, option: string): Promise<void> {
    this.steps += 1;
    await target.selectOption(option);
  }

  async press(key: string): Promise<void> {
    this.steps += 1;
    await this.#page.keyboard.press(key);
  }

  type(text: string): Promise<void> {
    return this.#page.keyboard.type(text);
  }
}

/** How each task is done from the list. */
export type Tasks = Readonly<Record<string, (hand: Hand) => Promise<void>>>;

/** Elements of the page by what users perceive. */
export function partsOf(page: Page) {
  const row = (name: string): Locator => page.getByRole('row', { name: `Select ${name}` });
  return {
    page,
    row,
    button: (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true }),
    link: (name: string): Locator => page.getByRole('main').getByRole('link', { name, exact: true }),
    item: (name: string): Locator => page.getByRole('menuitem', { name, exact: true }),
    menuOf: (name: string): Locator => page.getByRole('button', { name: `Actions for ${name}`, exact: true }),
    sidebar: (name: string): Locator =>
      page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name, exact: true }),
    heading: (name: string): Locator => page.getByRole('heading', { name }),
    dialog: (): Locator => page.locator('[data-modal]'),
    /** Beside the name, which would open the item. */
    select: (name: string): Promise<void> => row(name).click({ position: { x: 420, y: 15 } }),
  };
}

export type Parts = ReturnType<typeof partsOf>;
