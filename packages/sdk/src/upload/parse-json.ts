/** undefined where it is none: what a proxy in between made up, for instance. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
