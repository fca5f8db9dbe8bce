import { useEffect, useState } from 'react';

/** The text that the user typed last, when no letter followed it for a moment: each search counts in the rate limit. */
export function usePaused(text: string, pauseMs: number): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setPaused(text), pauseMs);
    return () => window.clearTimeout(timer);
  }, [text, pauseMs]);
  return paused;
}
