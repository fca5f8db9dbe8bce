import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { Suspense, useRef, type ReactNode } from 'react';
import Clock from 'virtual:lucide/clock';
import Folder from 'virtual:lucide/folder';
import HardDrive from 'virtual:lucide/hard-drive';
import Share2 from 'virtual:lucide/share-2';
import Star from 'virtual:lucide/star';
import Trash from 'virtual:lucide/trash';
import Users from 'virtual:lucide/users';
import { useLate } from '../browser/use-late.ts';
import { drivesQuery } from '../drives/drive-queries.ts';
import { useDriveOf, useOpenTop } from '../files/others-tree.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import type { Messages } from '../i18n/texts.ts';

interface Entry {
  readonly to: '/files' | '/drives' | '/shared-with-me' | '/recent' | '/starred' | '/shared' | '/trash';
  readonly icon: ReactNode;
  readonly label: (messages: Messages) => string;
  /** Shorter, for phones. */
  readonly short?: Entry['label'];
  /** Left out on phones, or shown on phones and tablets alone, as the sidebar of a desktop has more about it. */
  readonly only?: 'wide' | 'phone';
}

/** The screens of the app. Add an entry to add one. */
const entries: readonly Entry[] = [
  { to: '/files', icon: <Folder size={20} />, label: ({ app }) => app.files },
  { to: '/drives', icon: <HardDrive size={20} />, label: ({ app }) => app.drives, only: 'phone' },
  {
    to: '/shared-with-me',
    icon: <Users size={20} />,
    label: ({ app }) => app.sharedWithMe,
    short: ({ app }) => app.withMe,
  },
  { to: '/recent', icon: <Clock size={20} />, label: ({ app }) => app.recent, only: 'wide' },
  { to: '/starred', icon: <Star size={20} />, label: ({ app }) => app.starred, only: 'wide' },
  { to: '/shared', icon: <Share2 size={20} />, label: ({ app }) => app.shared },
  { to: '/trash', icon: <Trash size={20} />, label: ({ app }) => app.trash },
];

/** Whether an entry leads somewhere: the screen of team drives does if the user has one or may create one. */
function useIsOffered(): (entry: Entry) => boolean {
  // The sidebar loads them.
  const { data } = useQuery({ ...drivesQuery, enabled: false });
  const hasDrives = data !== undefined && (data.mayCreate || data.drives.length > 0);
  return ({ to }) => to !== '/drives' || hasDrives;
}

/** The entry of the open folder, if it is of others: its address does not say so. */
function useOthersEntry(): Entry['to'] | undefined {
  const top = useOpenTop();
  const { isDrive } = useDriveOf(top);
  return top === undefined || top.role === 'owner' ? undefined : isDrive ? '/drives' : '/shared-with-me';
}

/** A link of the sidebar: a line with its text on a desktop, an icon on a tablet. */
const linkClass =
  'flex min-h-9 items-center gap-3 rounded-lg px-3 text-dense max-lg:-mx-0.5 font-medium text-muted transition-colors hover:bg-line/60 hover:text-text pointer-coarse:min-h-11';
const currentClass = 'bg-accent-page! text-accent! font-semibold forced-colors:outline-1';

// What the first screen is complete without, loaded together.
const loadMore = () => import('./sidebar-more.tsx');

export function Navigation() {
  const messages = useMessages();
  const isOffered = useIsOffered();
  const files = useRef<HTMLLIElement>(null);
  const hasOwnEntry = useLocation({ select: ({ pathname }) => pathname.startsWith('/shared/requests') });
  const others = useOthersEntry();
  const more = useLate(loadMore);
  return (
    <nav
      aria-label={messages.app.navigation}
      className="hidden w-16 shrink-0 flex-col justify-between overflow-y-auto p-3 pt-1 md:flex lg:w-56"
    >
      <div>
        <ul className="space-y-0.5">
          {entries.filter(isOffered).map(({ to, icon, label, only }) => (
            <li
              key={to}
              ref={to === '/files' ? files : undefined}
              className={only === 'phone' ? 'lg:hidden' : 'rounded-lg'}
            >
              <Link
                to={to}
                title={label(messages)}
                className={`${linkClass} ${to === others ? currentClass : ''}`}
                aria-current={to === others || undefined}
                activeOptions={{ exact: to === '/shared' ? hasOwnEntry : to === '/files' && others !== undefined }}
                activeProps={{ className: currentClass }}
              >
                {icon}
                <span className="max-lg:sr-only">{label(messages)}</span>
              </Link>
            </li>
          ))}
          {more && <more.RequestsLink className={linkClass} currentClass={currentClass} />}
        </ul>
        {more && (
          <div className="max-lg:hidden">
            <Suspense>
              <more.SidebarMore files={files} />
            </Suspense>
          </div>
        )}
      </div>
      {more && (
        <div className="max-lg:hidden">
          <more.StorageMeter />
        </div>
      )}
    </nav>
  );
}

/** The entries at the lower edge of the screen, in reach of a thumb. */
export function PhoneNavigation() {
  const messages = useMessages();
  const isOffered = useIsOffered();
  const others = useOthersEntry();
  return (
    <nav
      aria-label={messages.app.navigation}
      className="flex border-t border-line bg-card pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {entries
        .filter((entry) => entry.only !== 'wide' && isOffered(entry))
        .map(({ to, icon, label, short = label }) => (
          <Link
            key={to}
            to={to}
            className="flex min-h-14 min-w-0 flex-1 flex-col items-center gap-1 pt-2 pb-1.5 text-center text-caption leading-3 font-medium wrap-anywhere text-muted transition-colors aria-[current]:text-accent"
            aria-current={to === others || undefined}
            activeOptions={{ exact: to === '/files' && others !== undefined }}
          >
            {icon}
            {short(messages)}
          </Link>
        ))}
    </nav>
  );
}
