import { useSearch } from '@tanstack/react-router';
import { SearchView } from '../files/search-view.tsx';

export function SearchRoute() {
  const { q = '', sort = 'type,name' } = useSearch({ strict: false });
  return <SearchView q={q} sort={sort} />;
}
