import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

const prefix = 'drive-scroll ';

/**
 * Keeps the scroll position of a list with its entry of the history, also over a reload. `isReady`: the list has its full
 * height. Returns a function that keeps the position now, for a screen that is left before the browser reports the scroll.
 */
export function useScrollMemory(container: RefObject<HTMLElement | null>, isReady: boolean): () => void {
  const router = useRouter();
  // The entry is read when it is needed: a list that waited for it would be drawn once more in each change of the address.
  const storageKey = useCallback(() => prefix + (router.latestLocation.state.__TSR_key ?? 'first'), [router]);
  /** Position to return to, until the user does something: the list may be drawn several times before it is complete. */
  const [first] = useState(() => Number(read(storageKey()) ?? 0));
  const wanted = useRef(first);

  useEffect(() => {
    const stop = (): void => void (wanted.current = 0);
    const inputs = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
    for (const input of inputs) window.addEventListener(input, stop, { passive: true, capture: true });
    return () => {
      for (const input of inputs) window.removeEventListener(input, stop, { capture: true });
    };
  }, []);

  useEffect(() => {
    if (isReady && wanted.current > 0) container.current?.scrollTo({ top: wanted.current });
  });

  const keep = useCallback(() => {
    if (container.current !== null && wanted.current === 0) write(storageKey(), String(container.current.scrollTop));
  }, [container, storageKey]);

  useEffect(() => {
    const element = container.current;
    if (element === null || !isReady) return;
    element.addEventListener('scroll', keep, { passive: true });
    return () => element.removeEventListener('scroll', keep);
  }, [container, keep, isReady]);

  return keep;
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // The position is then forgotten.
  }
}
