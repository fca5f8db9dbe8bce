import type { ReactNode } from 'react';
import { shownName } from './shown-name.ts';

/** Entries below each other, with lines between them. */
export const EntryList = ({ label, children }: { readonly label?: string; readonly children: ReactNode }) => (
  <ul aria-label={label} className="divide-y divide-line">
    {children}
  </ul>
);

interface EntryProps {
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  readonly badges?: ReactNode;
  readonly details?: ReactNode;
  readonly tooltip?: string | undefined;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

export const Entry = ({ icon, title, badges, details, tooltip, actions, children }: EntryProps) => (
  <li className="py-3 first:pt-0 last:pb-0">
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2" title={tooltip}>
      {icon !== undefined && (
        <span
          aria-hidden
          className="grid size-9 shrink-0 place-items-center rounded-lg bg-accent-page text-accent max-sm:hidden"
        >
          {icon}
        </span>
      )}
      <div className="min-w-0 flex-1 basis-44">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
          {shown(title)}
          {badges}
        </p>
        {details !== undefined && (
          <p className="mt-0.5 text-small text-muted wrap-anywhere">
            {shown(typeof details === 'string' ? factsLine(details) : details)}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 empty:hidden">{actions}</div>
    </div>
    {children}
  </li>
);

const shown = (content: ReactNode): ReactNode => (typeof content === 'string' ? shownName(content) : content);

/** Longer facts, such as paths and names, wrap where they may. */
const mostCharacters = 32;

/** Facts with dots between them, of which lines break after a dot, and not within a date or a size. */
export const factsLine = (text: string): string =>
  text
    .split(' · ')
    .map((fact) => (fact.length > mostCharacters ? fact : fact.replaceAll(' ', '\u00a0')))
    .join('\u00a0· ');
