import { useEffect } from 'react';
import { shownName } from './shown-name.ts';

/** Name of this drive, which the server writes into the page. */
export const instanceName = document.querySelector<HTMLMetaElement>('meta[name="instance-name"]')?.content ?? 'Drive';

/** Shows the name of the screen in the browser's tab and history, until it is closed. */
export function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${shownName(title)} · ${instanceName}`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
