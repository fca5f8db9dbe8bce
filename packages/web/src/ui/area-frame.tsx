import { Link, Outlet, useLocation, type LinkProps } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

export interface AreaTab {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  /** Whether the tab is current only at its own path, not at longer ones. */
  readonly isExact?: boolean;
}

/** A part of the app with several screens: its title, links to the screens, and the screen. */
export function AreaFrame({ title, tabs, wide = false }: { title: string; tabs: readonly AreaTab[]; wide?: boolean }) {
  const links = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone, the current link may be beyond the edge.
  useEffect(() => {
    links.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname]);
  const width = wide ? 'max-w-6xl' : 'max-w-4xl';
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="border-b border-line">
        <div className={`mx-auto ${width} px-4 pt-5 sm:px-6`}>
          <h1 className="text-xl font-semibold tracking-tight sm:text-2xl">{title}</h1>
          <nav ref={links} aria-label={title} className="-mx-2 mt-2 overflow-x-auto">
            <ul className="flex gap-1">
              {tabs.map(({ to, label, isExact = false }) => (
                <li key={to}>
                  <Link
                    to={to}
                    activeOptions={{ exact: isExact }}
                    className="flex min-h-12 items-center border-b-2 border-transparent px-3 text-[0.9375rem] font-medium whitespace-nowrap text-muted -outline-offset-2! hover:text-text"
                    activeProps={{ className: 'border-accent! text-accent! font-semibold' }}
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </div>
      <div className={`mx-auto ${width} space-y-5 p-4 pb-24 sm:p-6 sm:pb-24`}>
        <Outlet />
      </div>
    </div>
  );
}
