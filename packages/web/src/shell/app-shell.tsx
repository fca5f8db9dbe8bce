import { Outlet, Link } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useSyncExternalStore } from 'react';
import { runningOperations } from '../api/running-operations.ts';
import { sessionEnd } from '../api/session-end.ts';
import { loadEarly } from '../browser/load-early.ts';
import { useLate } from '../browser/use-late.ts';
import { failures } from '../files/actions/failures.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { Waiting } from '../screen/waiting.tsx';
import { Mark } from '../ui/mark.tsx';
import { instanceName } from '../ui/use-title.ts';
import { UploadsHost } from '../uploads/uploads-host.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { Navigation, PhoneNavigation } from './navigation.tsx';
import { PaletteHost } from './palette-host.tsx';
import { SearchField } from './search-field.tsx';
import { UserMenu } from './user-menu.tsx';

const SessionEndDialog = lazy(loadEarly(() => import('./session-end-dialog.tsx')));

/** The frame of every screen: bar at the top, navigation at the side (below on phones), and the screen. */
export function AppShell() {
  const { app } = useMessages();
  const hasEnded = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.get);
  const main = useRef<HTMLElement>(null);
  return (
    <div className="grid h-dvh grid-rows-[auto_auto_1fr_auto] overflow-hidden">
      {/* Not a link to #content: with a base element it would lead to another page. */}
      <button
        type="button"
        className="fixed top-2 -start-[999em] z-60 rounded-lg bg-card px-4 py-3 font-semibold focus:start-2"
        onClick={() => main.current?.focus()}
      >
        {app.skip}
      </button>
      <TopBar />
      <div>
        <ConnectionBar />
        <OperationsHost />
      </div>
      <div className="flex min-h-0 min-w-0">
        <Navigation />
        <main
          ref={main}
          tabIndex={-1}
          className="flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden border-line bg-card outline-none max-md:border-t md:rounded-ss-2xl md:border-s md:border-t"
        >
          {/* A screen waits for its texts. */}
          <Suspense fallback={<Waiting />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <PhoneNavigation />
      <UploadsHost />
      <FailuresHost />
      <PaletteHost />
      {hasEnded && (
        <Suspense>
          <SessionEndDialog />
        </Suspense>
      )}
    </div>
  );
}

const FailedDialog = lazy(loadEarly(() => import('../files/dialogs/failed-dialog.tsx')));

/** Shows changes that failed in part, one after the other, on every screen. */
function FailuresHost() {
  const [first] = useSyncExternalStore(failures.subscribe, failures.get);
  return (
    <Suspense>
      {first !== undefined && <FailedDialog items={first.items} outcome={first.outcome} onClose={failures.dismiss} />}
    </Suspense>
  );
}

const OperationsBar = lazy(loadEarly(() => import('./operations-bar.tsx')));

function OperationsHost() {
  const running = useSyncExternalStore(runningOperations.subscribe, runningOperations.get);
  return <Suspense>{running.length > 0 && <OperationsBar />}</Suspense>;
}

const TopBar = () => (
  <header className="flex min-h-14 items-center gap-2 px-3 sm:gap-4">
    <Link
      to="/files"
      className="flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-lg px-1 text-title font-bold tracking-tight md:justify-start lg:w-51"
    >
      <Mark />
      <span className="truncate max-lg:sr-only">{instanceName}</span>
    </Link>
    <SearchField />
    <BellPlace />
    <UserMenu />
  </header>
);

const loadBell = async () => (await import('./bell.tsx')).Bell;

/** The place of the bell, which the first screen is complete without. */
function BellPlace() {
  const Bell = useLate(loadBell);
  return (
    <div className="ms-auto size-11 shrink-0">
      {Bell !== undefined && (
        <Suspense>
          <Bell />
        </Suspense>
      )}
    </div>
  );
}
