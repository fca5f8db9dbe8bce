import { setTimeout } from 'node:timers/promises';
import type { Browser, CDPSession } from 'playwright-core';

/** How to find an element: a selector, and what its name or text begins with. */
type Element = readonly [selector: string, name: string];
interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: unknown;
}

const patienceMs = 30_000;
const keyCodes: Readonly<Record<string, number>> = {
  Enter: 13,
  Escape: 27,
  Home: 36,
  Delete: 46,
  F2: 113,
  k: 75,
};
const control = 2;

/**
 * A page that Playwright does not watch, because what it keeps of every request counts as memory of the page: up to 200 MB. Mouse and keyboard are
 * those of the browser.
 */
export class UnwatchedPage {
  readonly #browser: CDPSession;
  readonly #sessionId: string;
  readonly #answers = new Map<number, (answer: Answer) => void>();
  #sent = 0;

  private constructor(browser: CDPSession, sessionId: string) {
    this.#browser = browser;
    this.#sessionId = sessionId;
    browser.on('Target.receivedMessageFromTarget', ({ sessionId: from, message }) => {
      if (from !== sessionId) return;
      const answer = JSON.parse(message) as Answer;
      if (answer.id !== undefined) this.#answers.get(answer.id)?.(answer);
    });
  }

  /** Opens `url` in a context of its own with `cookies`. */
  static async open(
    browser: Browser,
    url: string,
    cookies: readonly { readonly name: string; readonly value: string }[],
  ): Promise<UnwatchedPage> {
    const session = await browser.newBrowserCDPSession();
    const { browserContextId } = await session.send('Target.createBrowserContext');
    const ofServer = cookies.map(({ name, value }) => ({ name, value, url }));
    await session.send('Storage.setCookies', { cookies: ofServer, browserContextId });
    const size = { width: 1280, height: 800 };
    const { targetId } = await session.send('Target.createTarget', { url, browserContextId, ...size });
    // A session of its own kind: Playwright does not know the messages of any other.
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
    return new UnwatchedPage(session, sessionId);
  }

  /** Sends a command of the DevTools protocol. */
  async send<T = unknown>(method: string, params: object = {}): Promise<T> {
    const id = (this.#sent += 1);
    const answered = new Promise<Answer>((resolve) => this.#answers.set(id, resolve));
    const message = JSON.stringify({ id, method, params });
    await this.#browser.send('Target.sendMessageToTarget', { sessionId: this.#sessionId, message });
    const { result, error } = await answered;
    this.#answers.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result as T;
  }

  /** Waits until an expression of the page is true, and returns its value. */
  async until<T>(expression: string): Promise<T> {
    for (const began = Date.now(); Date.now() - began < patienceMs; await setTimeout(50)) {
      const answer = await this.send<{ readonly result: { readonly value?: unknown } }>('Runtime.evaluate', {
        expression,
        returnByValue: true,
      }).catch(() => undefined); // The document is not there yet.
      const value = answer?.result.value;
      if (value !== undefined && value !== null && value !== false) return value as T;
    }
    throw new Error(`the page did not come to ${expression}`);
  }

  /** Clicks the first such element, in its middle or `at` so many pixels from its corner, once nothing covers it. */
  async click(element: Element, at?: { readonly x: number; readonly y: number }): Promise<void> {
    const { x, y } = await this.until<{ readonly x: number; readonly y: number }>(
      `(() => { const target = ${found(element)}; if (!target) return;
        const box = target.getBoundingClientRect(); const at = ${JSON.stringify(at ?? null)};
        const x = box.x + (at?.x ?? box.width / 2); const y = box.y + (at?.y ?? box.height / 2);
        return target.contains(document.elementFromPoint(x, y)) && { x, y }; })()`,
    );
    for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased'])
      await this.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
  }

  async shows(element: Element): Promise<void> {
    await this.until(`${found(element)} !== undefined`);
  }

  async hides(element: Element): Promise<void> {
    await this.until(`${found(element)} === undefined`);
  }

  async scroll(pixels: number): Promise<void> {
    await this.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x: 640, y: 500, deltaX: 0, deltaY: pixels });
  }

  async press(key: string, { withControl = false }: { readonly withControl?: boolean } = {}): Promise<void> {
    const event = {
      key,
      windowsVirtualKeyCode: keyCodes[key],
      ...(withControl ? { modifiers: control } : {}),
      ...(key === 'Enter' ? { text: '\r' } : {}),
    };
    await this.send('Input.dispatchKeyEvent', { type: 'keyDown', ...event });
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  }

  /** Replaces what the field with the focus has. */
  async fill(text: string): Promise<void> {
    await this.until("document.activeElement?.tagName === 'INPUT' && (document.activeElement.select(), true)");
    await this.send('Input.insertText', { text });
  }
}

const found = ([selector, name]: Element): string =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].find((each) => each.getClientRects().length > 0 &&
    [each.getAttribute('aria-label'), each.textContent].some((text) => text?.trim().startsWith(${JSON.stringify(name)})))`;
