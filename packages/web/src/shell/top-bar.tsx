import { Link } from '@tanstack/react-router';
import { instanceName } from '../ui/use-title.ts';
import { Mark } from '../ui/mark.tsx';
import { SearchField } from './search-field.tsx';
import { UserMenu } from './user-menu.tsx';

export const TopBar = () => (
  <header className="flex min-h-16 items-center gap-2 border-b border-line bg-card px-3 sm:gap-4">
    <Link
      to="/files"
      className="flex min-h-11 min-w-11 items-center justify-center md:justify-start gap-2 rounded-lg px-1 text-lg font-bold tracking-tight md:w-51"
    >
      <Mark />
      <span className="truncate max-sm:sr-only">{instanceName}</span>
    </Link>
    <SearchField />
    <UserMenu />
  </header>
);
