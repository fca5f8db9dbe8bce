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

/** For effects that need a part of the app which the first screen is complete without. Returns a function that undoes `attach`. */
export function attachOnceLoaded<Part>(load: () => Promise<Part>, attach: (part: Part) => () => void): () => void {
  let isOver = false;
  let detach: (() => void) | undefined;
  load().then(
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
