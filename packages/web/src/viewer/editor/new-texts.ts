/** Ids of texts that were just created here. The viewer opens the editor by itself for each of them once, and for no other file. */
export const newTexts = new Set<string>();
