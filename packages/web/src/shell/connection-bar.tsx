import { useEffect, useState, useSyncExternalStore } from 'react';
import Clock from 'virtual:lucide/clock';
import WifiOff from 'virtual:lucide/wifi-off';
import { connection } from '../api/connection.ts';
import { rateLimit } from '../api/rate-limit.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';

/** Says that the server cannot be reached or is busy, and when the app goes on. */
export function ConnectionBar() {
  const { errors } = useMessages();
  const current = useSyncExternalStore(connection.subscribe, connection.get);
  const busyUntil = useSyncExternalStore(rateLimit.subscribe, rateLimit.get);
  const left = useSecondsLeft(current.state === 'unreachable' ? current.retryAt : busyUntil);
  return (
    <div role="status">
      {current.state !== 'online' ? (
        <p className="flex min-h-12 flex-wrap items-center justify-center gap-x-3 border-b border-line bg-bad-page px-4 text-center text-body font-medium text-bad">
          <WifiOff size={18} aria-hidden />
          <span aria-live="off">
            {current.state === 'offline' ? errors.offline : errors.unreachable({ seconds: left })}
          </span>
          {current.state === 'unreachable' && (
            <button type="button" className="min-h-11 px-2 font-bold underline" onClick={() => void connection.retry()}>
              {errors.retryNow}
            </button>
          )}
        </p>
      ) : (
        left > 0 && (
          <p className="flex min-h-12 items-center justify-center gap-3 border-b border-line bg-accent-page px-4 text-body font-medium text-accent">
            <Clock size={18} aria-hidden />
            <span aria-live="off">{errors.busy({ seconds: left })}</span>
          </p>
        )
      )}
    </div>
  );
}

/** Counts down to a time; 0 when it has passed. */
function useSecondsLeft(until: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (until === undefined || until <= Date.now()) return;
    setNow(Date.now());
    const timer = window.setInterval(() => {
      setNow(Date.now());
      if (until <= Date.now()) window.clearInterval(timer);
    }, 1000);
    return () => window.clearInterval(timer);
  }, [until]);
  return until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
}
