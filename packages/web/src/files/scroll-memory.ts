import { useLocation } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, type RefObject } from 'react';

const prefix = 'drive-scroll ';

/**
 * Keeps the scroll position of a list with its entry of the history, also over a reload. `isReady`: the list has its full
 * height. Returns a function that keeps the position now, for a screen that is left before the browser reports the scroll.
 */
export function useScrollMemory(container: RefObject<HTMLElement | null>, isReady: boolean): () => void {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? 'first' });
  const hasRestored = useRef(false);

  useEffect(() => {
    if (!isReady || hasRestored.current) return;
    hasRestored.current = true;
    const offset = Number(read(prefix + entry) ?? 0);
    if (offset > 0) container.current?.scrollTo({ top: offset });
  }, [container, entry, isReady]);

  const keep = useCallback(() => {
    if (container.current !== null) write(prefix + entry, String(container.current.scrollTop));
  }, [container, entry]);

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
