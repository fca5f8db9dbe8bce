import { Children, useEffect, useState, type ReactNode } from 'react';
import Search from 'virtual:lucide/search';

/** Typing is followed by a search after this pause. */
const pauseMs = 400;

/** Filters above a list. */
export const FilterBar = ({ children }: { readonly children: ReactNode }) => (
  <div className={`grid gap-3 pb-4 last:pb-0 sm:grid-cols-2 ${Children.count(children) > 2 ? 'lg:grid-cols-4' : ''}`}>
    {children}
  </div>
);

interface SearchFilterProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A text to search for; reported when the user pauses. */
export function SearchFilter({ label, value, onChange }: SearchFilterProps) {
  const [text, setText] = useState(value);
  useEffect(() => {
    if (text === value) return;
    const timer = window.setTimeout(() => onChange(text.trim()), pauseMs);
    return () => window.clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <label className="block">
      <span className="mb-1.5 block text-dense font-semibold">{label}</span>
      <span className="relative block">
        <Search
          size={18}
          aria-hidden
          className="pointer-events-none absolute top-1/2 start-3 -translate-y-1/2 text-muted"
        />
        <input
          type="search"
          value={text}
          maxLength={200}
          onChange={({ target }) => setText(target.value)}
          className="h-11 w-full rounded-lg border border-edge bg-card pe-3 ps-10 text-base focus-visible:outline-offset-0 pointer-fine:text-body"
        />
      </span>
    </label>
  );
}
