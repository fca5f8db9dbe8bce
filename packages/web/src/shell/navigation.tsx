import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import Clock from 'virtual:lucide/clock';
import Folder from 'virtual:lucide/folder';
import HardDrive from 'virtual:lucide/hard-drive';
import Share2 from 'virtual:lucide/share-2';
import Star from 'virtual:lucide/star';
import Trash from 'virtual:lucide/trash';
import Users from 'virtual:lucide/users';
import { useLate } from '../browser/use-late.ts';
import { drivesQuery } from '../drives/drive-queries.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import type { Messages } from '../i18n/texts.ts';

interface Entry {
  readonly to: '/files' | '/drives' | '/shared-with-me' | '/recent' | '/starred' | '/shared' | '/trash';
  readonly icon: ReactNode;
  readonly label: (messages: Messages) => string;
  /** Left out on phones, or shown on phones alone, as the sidebar has more about it. */
  readonly only?: 'wide' | 'phone';
}

/** The screens of the app. Add an entry to add one. */
const entries: readonly Entry[] = [
  { to: '/files', icon: <Folder size={20} />, label: ({ app }) => app.files },
  { to: '/drives', icon: <HardDrive size={20} />, label: ({ app }) => app.drives, only: 'phone' },
  { to: '/shared-with-me', icon: <Users size={20} />, label: ({ app }) => app.sharedWithMe },
  { to: '/recent', icon: <Clock size={20} />, label: ({ app }) => app.recent, only: 'wide' },
  { to: '/starred', icon: <Star size={20} />, label: ({ app }) => app.starred, only: 'wide' },
  { to: '/shared', icon: <Share2 size={20} />, label: ({ app }) => app.shared },
  { to: '/trash', icon: <Trash size={20} />, label: ({ app }) => app.trash },
];

const ofWidth = (width: 'wide' | 'phone'): readonly Entry[] => entries.filter(({ only = width }) => only === width);

// What the first screen is complete without, loaded together.
const loadMore = async () => (await import('./sidebar-more.tsx')).SidebarMore;
const loadMeter = async () => (await import('./sidebar-more.tsx')).StorageMeter;

export function Navigation() {
  const messages = useMessages();
  const More = useLate(loadMore);
  const Meter = useLate(loadMeter);
  return (
    <nav
      aria-label={messages.app.navigation}
      className="hidden w-56 shrink-0 flex-col justify-between overflow-y-auto border-e border-line p-3 md:flex"
    >
      <div>
        <ul className="space-y-1">
          {ofWidth('wide').map(({ to, icon, label }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex min-h-9 items-center gap-3 rounded-lg px-3 pointer-coarse:min-h-11 text-[0.9375rem] font-medium text-muted hover:bg-line/60 hover:text-text"
                activeProps={{ className: 'bg-accent-page! text-accent! font-semibold' }}
              >
                {icon}
                {label(messages)}
              </Link>
            </li>
          ))}
        </ul>
        {More !== undefined && (
          <Suspense>
            <More />
          </Suspense>
        )}
      </div>
      {Meter !== undefined && <Meter />}
    </nav>
  );
}

/** The entries at the lower edge of the screen, in reach of a thumb. */
export function PhoneNavigation() {
  const messages = useMessages();
  // The sidebar loads them.
  const { data } = useQuery({ ...drivesQuery, enabled: false });
  const hasDrives = data !== undefined && (data.mayCreate || data.drives.length > 0);
  return (
    <nav
      aria-label={messages.app.navigation}
      className="flex border-t border-line bg-card pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {ofWidth('phone')
        .filter(({ to }) => to !== '/drives' || hasDrives)
        .map(({ to, icon, label }) => (
          <Link
            key={to}
            to={to}
            className="flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-1 text-center text-xs leading-tight font-medium text-muted"
            activeProps={{ className: 'text-accent! font-semibold' }}
          >
            {icon}
            {label(messages)}
          </Link>
        ))}
    </nav>
  );
}
