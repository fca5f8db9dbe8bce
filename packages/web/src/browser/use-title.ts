import { useEffect } from 'react';

/** Shows the name of the screen in the browser's tab and history, until it is closed. */
export function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · Drive`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
