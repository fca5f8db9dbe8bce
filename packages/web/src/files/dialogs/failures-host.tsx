import { lazy, Suspense, useSyncExternalStore } from 'react';
import { loadEarly } from '../../browser/load-early.ts';
import { failures } from '../actions/failures.ts';

const FailedDialog = lazy(loadEarly(() => import('./failed-dialog.tsx')));

/** Shows changes that failed in part, one after the other, on every screen. */
export function FailuresHost() {
  const [first] = useSyncExternalStore(failures.subscribe, failures.get);
  return (
    <Suspense>
      {first !== undefined && <FailedDialog items={first.items} outcome={first.outcome} onClose={failures.dismiss} />}
    </Suspense>
  );
}
