import { useSyncExternalStore } from 'react';
import { runningOperations } from '../api/running-operations.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { Progress } from '../ui/progress.tsx';

/** Copies and moves of many items that the server is making, each with its progress and a button that ends it. */
export default function OperationsBar() {
  const { operations, app } = useMessages();
  const running = useSyncExternalStore(runningOperations.subscribe, runningOperations.get);
  return (
    <div role="status">
      {running.map(({ kind, id, done, total, cancel }) => (
        <div key={id} className="flex min-h-12 items-center gap-4 border-b border-line bg-card px-4 text-body">
          <p className="shrink-0" aria-live="off">
            {operations[kind]({ done, total })}
          </p>
          <div className="min-w-0 flex-1">
            <Progress label={operations.progress} value={total === 0 ? 0 : done / total} />
          </div>
          <button type="button" className="min-h-11 px-2 font-semibold text-accent underline" onClick={cancel}>
            {app.cancel}
          </button>
        </div>
      ))}
    </div>
  );
}
