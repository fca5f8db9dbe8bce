import { lazy, Suspense, useSyncExternalStore } from 'react';
import { loadEarly } from '../browser/load-early.ts';
import { notices } from './notices.ts';

const ToastView = lazy(loadEarly(() => import('./toast-view.tsx'), 0));

/** The place of notices; loaded with the first one. */
export function Toasts() {
  const isUsed = useSyncExternalStore(notices.subscribe, notices.get);
  return isUsed && <Suspense>{<ToastView />}</Suspense>;
}
