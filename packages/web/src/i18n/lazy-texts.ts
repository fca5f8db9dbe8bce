import { use } from 'react';

/**
 * Returns a function that gives texts of an area of the app while a component is rendered: the component waits for them
 * the first time. Areas that a first visit does not show keep their texts out of the first load this way.
 */
export function lazyTexts<Texts>(load: () => Promise<Texts>): () => Texts {
  let loaded: Promise<Texts> | undefined;
  const read = (): Promise<Texts> =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    }));
  return () => use(read());
}
