/** Long enough for the first screen to be complete. */
const delayMs = 3000;

/**
 * Returns a function that imports a part of the app, and calls it once in advance: when the part is needed, the network
 * may be gone, or the server may have a newer build without this file.
 */
export function loadEarly<Part>(load: () => Promise<Part>): () => Promise<Part> {
  setTimeout(() => void load().catch(() => {}), delayMs);
  return load;
}

/** Limits the wait for a browser that is busy all the time. */
const longestWaitMs = 1000;

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

/** Resolves when the browser has nothing else to do. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => resolve();
    const request = window.requestIdleCallback as typeof window.requestIdleCallback | undefined;
    // Safari does not report when it is idle.
    if (request === undefined) setTimeout(done, longestWaitMs);
    else request(done, { timeout: longestWaitMs });
  });
}
