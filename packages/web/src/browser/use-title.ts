import { useEffect } from 'react';

/** Shows the name of the screen in the browser's tab and history. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Drive`;
  }, [title]);
}
