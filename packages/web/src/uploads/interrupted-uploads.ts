/** The SDK's `browserResumeStore` keeps unfinished uploads under keys that begin like this. */
const keyPrefix = 'drive-upload ';

/** How many uploads an earlier page left unfinished. */
export function countInterrupted(): number {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(keyPrefix)).length;
  } catch {
    return 0;
  }
}
