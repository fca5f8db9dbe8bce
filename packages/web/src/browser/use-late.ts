import { useEffect, useState, type ComponentType } from 'react';
import { attachOnceLoaded } from './load-early.ts';

/** A component that the first screen is complete without; undefined until it is loaded. `load` is the same in each call. */
export function useLate<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> | undefined {
  const [Late, setLate] = useState<ComponentType<Props>>();
  useEffect(
    () =>
      attachOnceLoaded(load, (loaded) => {
        setLate(() => loaded);
        return () => {};
      }),
    [load],
  );
  return Late;
}
