import { useEffect, useState, useSyncExternalStore } from 'react';
import WifiOff from 'virtual:lucide/wifi-off';
import { connection } from '../api/connection.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';

/** Says that the server cannot be reached, and when the app tries again. */
export function ConnectionBar() {
  const { errors } = useMessages();
  const current = useSyncExternalStore(connection.subscribe, connection.get);
  const [now, setNow] = useState(() => Date.now());

  useEffect(() => {
    if (current.state !== 'unreachable') return;
    setNow(Date.now());
    const timer = window.setInterval(() => setNow(Date.now()), 1000);
    return () => window.clearInterval(timer);
  }, [current]);

  const seconds = current.state === 'unreachable' ? Math.max(0, Math.ceil((current.retryAt - now) / 1000)) : 0;
  return (
    <div role="status">
      {current.state !== 'online' && (
        <p className="flex min-h-12 flex-wrap items-center justify-center gap-x-3 border-b border-line bg-bad-page px-4 text-center text-[0.9375rem] font-medium text-bad">
          <WifiOff size={18} aria-hidden />
          <span aria-live="off">{current.state === 'offline' ? errors.offline : errors.unreachable(seconds)}</span>
          {current.state === 'unreachable' && (
            <button type="button" className="min-h-11 px-2 font-bold underline" onClick={() => void connection.retry()}>
              {errors.retryNow}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
