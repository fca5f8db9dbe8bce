import { useSyncExternalStore } from 'react';
import { connection } from '../api/connection.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';

/** Takes the place of a screen that is loading, and says why that takes long if the server cannot be reached. */
export function Waiting() {
  const { app, errors } = useMessages();
  const { state } = useSyncExternalStore(connection.subscribe, connection.get);
  if (state === 'online') return <div className="waiting mt-4 flex-1" />;
  return (
    <div className="mx-auto max-w-md space-y-4 px-6 py-[12vh] text-center text-body text-muted">
      <p role="alert">{errors.network}</p>
      <Button kind="primary" onClick={() => void connection.retry()}>
        {app.retry}
      </Button>
    </div>
  );
}
