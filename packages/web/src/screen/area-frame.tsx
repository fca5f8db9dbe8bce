import { Link, Outlet, useLocation, type LinkProps } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import ChevronLeft from 'virtual:lucide/chevron-left';

export interface AreaTab {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  /** Whether the tab is current only at its own path, not at longer ones. */
  readonly isExact?: boolean;
}

interface AreaProps {
  readonly title: string;
  readonly tabs: readonly AreaTab[];
  readonly wide?: boolean;
}

const widthOf = (isWide: boolean): string => (isWide ? 'max-w-6xl' : 'max-w-3xl');

/** A part of the app with several screens: its title, links to the screens, and the screen, which scroll together. */
export const AreaFrame = ({ title, tabs, wide = false }: AreaProps) => (
  <div className="min-h-0 flex-1 overflow-y-auto">
    <AreaHeader title={title} tabs={tabs} />
    <div className={`${widthOf(wide)} space-y-4 p-4 pb-24 sm:px-6 sm:pt-5`}>
      <Outlet />
    </div>
  </div>
);

/** An area whose screens scroll on their own: long lists, and others in an `AreaBody`. */
export const FixedAreaFrame = ({ title, tabs }: AreaProps) => (
  <div className="flex min-h-0 flex-1 flex-col">
    <AreaHeader title={title} tabs={tabs} />
    <Outlet />
  </div>
);

export const AreaBody = ({ children }: { readonly children: ReactNode }) => (
  <div className="min-h-0 flex-1 overflow-y-auto">
    <div className={`${widthOf(true)} space-y-4 p-4 pb-24 sm:px-6 sm:pt-5`}>{children}</div>
  </div>
);

/** Leads from an entry of a list back to the list. */
export const BackLink = ({ to, children }: { readonly to: AreaTab['to']; readonly children: ReactNode }) => (
  <Link
    to={to}
    className="-mt-2 inline-flex min-h-11 items-center gap-1 rounded-lg pe-3 text-dense font-medium text-muted hover:text-text"
  >
    <ChevronLeft size={18} aria-hidden className="rtl:-scale-x-100" />
    {children}
  </Link>
);

function AreaHeader({ title, tabs }: Pick<AreaProps, 'title' | 'tabs'>) {
  const links = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // In a narrow window, the current link may be beyond the edge. In the middle, those beside it are in view.
  useEffect(() => {
    links.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  useFadedEdges(links);
  return (
    <div className="border-b border-line">
      <div className="flex flex-wrap items-center gap-x-6 px-4 max-lg:pt-3 sm:px-6">
        <h1 className="text-title font-semibold tracking-tight">{title}</h1>
        <nav ref={links} aria-label={title} className="-mx-3 min-w-0 overflow-x-auto max-lg:basis-full">
          <ul className="flex gap-1">
            {tabs.map(({ to, label, isExact = false }) => (
              <li key={to}>
                <Link
                  to={to}
                  activeOptions={{ exact: isExact }}
                  className="flex min-h-12 items-center border-b-2 border-transparent px-3 text-dense font-medium transition-colors whitespace-nowrap text-muted -outline-offset-2! hover:text-text"
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
  );
}

/** Width of a faded edge, in pixels. */
const widestFade = 40;

/** Fades the left and the right edge of an element as long as there is more of what it scrolls beyond it. */
function useFadedEdges(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const fade = (): void => {
      const rest = element.scrollWidth - element.clientWidth;
      const left = element.scrollLeft + (getComputedStyle(element).direction === 'rtl' ? rest : 0);
      const [start, end] = [left, rest - left].map((hidden) => `${Math.min(hidden, widestFade)}px`);
      element.style.maskImage = `linear-gradient(to right, #0000, #000 ${start} calc(100% - ${end}), #0000)`;
    };
    const sizes = new ResizeObserver(fade);
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    element.addEventListener('scroll', fade, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', fade);
    };
  }, [ref]);
}
