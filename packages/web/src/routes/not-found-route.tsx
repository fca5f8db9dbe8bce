import { Link } from '@tanstack/react-router';
import FolderX from 'virtual:lucide/folder-x';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { buttonClass } from '../ui/button.tsx';
import { StatePage } from '../ui/state-page.tsx';

/** A path that no screen has. */
export default function NotFoundRoute() {
  const { errors } = useMessages();
  return (
    <StatePage
      icon={<FolderX size={36} />}
      title={errors.pageNotFound}
      actions={
        <Link to="/files" className={buttonClass('primary')}>
          {errors.toRoot}
        </Link>
      }
    />
  );
}
