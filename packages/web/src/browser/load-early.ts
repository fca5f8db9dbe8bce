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
