import { useEffect, useState } from 'react';
import { attachOnceLoaded } from './load-early.ts';

/** A part of the app that the first screen is complete without; undefined until it is loaded. `load` is the same in each call. */
export function useLate<Part>(load: () => Promise<Part>): Part | undefined {
  const [late, setLate] = useState<Part>();
  useEffect(
    () =>
      attachOnceLoaded(load, (loaded) => {
        setLate(() => loaded);
        return () => {};
      }),
    [load],
  );
  return late;
}
