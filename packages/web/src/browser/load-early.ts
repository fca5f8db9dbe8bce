/** Parts of the app that wait to be loaded in advance, the likeliest first. */
const waiting: { readonly load: () => Promise<unknown>; readonly rank: number }[] = [];
let isLoading = false;

/**
 * Calls a function that imports a part of the app once in advance, and returns it: when the part is needed, the network may be
 * gone, or the server may have a newer build without this file. Parts are loaded one after the other, each when the browser has
 * nothing else to do, after the first screen is painted. `rank`: 0 for what most users open, 1 for the rest.
 */
export function inAdvance<Part>(load: () => Promise<Part>, rank: 0 | 1 = 1): () => Promise<Part> {
  waiting.push({ load, rank });
  if (!isLoading) {
    isLoading = true;
    void loadWaiting();
  }
  return load;
}

/** Imports what is shown in advance, and waits for the server if it is needed before. */
export const loadEarly = <Part>(load: () => Promise<Part>, rank?: 0 | 1): (() => Promise<Part>) =>
  onceConnected(inAdvance(load, rank));

/** Resolves with true when the server answers again, with false if it can be reached. */
let whenBack = async (): Promise<boolean> => false;

/** Sets how a failed import learns that the server can be reached again. */
export const recoverBy = (wait: typeof whenBack): void => void (whenBack = wait);

/**
 * Returns a function that imports a part of the app. If that fails because the server cannot be reached, it waits until the server
 * answers again; `Waiting` says so meanwhile.
 */
export const onceConnected =
  <Part>(load: () => Promise<Part>) =>
  async (): Promise<Part> => {
    for (;;) {
      try {
        return await load();
      } catch (error) {
        if (!(await whenBack())) throw error;
      }
    }
  };

async function loadWaiting(): Promise<void> {
  await screenShown;
  while (waiting.length > 0 && !savesData()) {
    const likeliest = Math.max(
      0,
      waiting.findIndex(({ rank }) => rank === 0),
    );
    const [part] = waiting.splice(likeliest, 1);
    await idle();
    // It is loaded again when it is needed.
    await part?.load().catch(() => {});
  }
  isLoading = false;
}

interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** Whether the user pays for each byte or waits long for it: nothing is loaded in advance then. */
export function savesData(): boolean {
  const { connection } = navigator as { readonly connection?: Connection };
  return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true;
}

let showScreen: () => void;
const screenShown = new Promise<void>((resolve) => (showScreen = resolve)).then(idle);

/** To be called when the first screen shows its content, or why there is none. */
export const noteScreenShown = (): void => showScreen();

/**
 * For effects that need a part of the app which the first screen is complete without: loads the part when that screen is
 * painted. Returns a function that undoes `attach`.
 */
export function attachOnceLoaded<Part>(load: () => Promise<Part>, attach: (part: Part) => () => void): () => void {
  let isOver = false;
  let detach: (() => void) | undefined;
  screenShown.then(load).then(
    (part) => {
      if (!isOver) detach = attach(part);
    },
    // The next screen tries again.
    () => {},
  );
  return () => {
    isOver = true;
    detach?.();
  };
}

/** Resolves when the browser has painted and has nothing else to do. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const request = window.requestIdleCallback as typeof window.requestIdleCallback | undefined;
      if (request !== undefined) return void request(() => resolve());
      // Safari does not report when it is idle. A message arrives after the frame and what waited before it.
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve(), { once: true });
      port1.start();
      port2.postMessage(undefined);
    });
  });
}
