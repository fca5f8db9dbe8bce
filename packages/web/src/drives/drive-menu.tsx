import type { TeamDrive } from '@drive/sdk';
import { useNavigate } from '@tanstack/react-router';
import Activity from 'virtual:lucide/activity';
import Settings from 'virtual:lucide/settings';
import Share2 from 'virtual:lucide/share-2';
import { useMessages } from '../i18n/i18n-provider.tsx';
import type { MenuPopupProps } from '../ui/menu-button.tsx';
import { AnchoredMenu, MenuItem } from '../ui/menu.tsx';
import type { DriveQuestion } from './drive-dialogs.tsx';
import { isManager } from './drive-queries.ts';

interface DriveMenuContent {
  readonly drive: TeamDrive;
  readonly onAsk: (question: DriveQuestion) => void;
}

/** What is seldom done with a team drive. */
export default function DriveMenu({ anchor, content, onClose }: MenuPopupProps<DriveMenuContent>) {
  const { drives } = useMessages();
  const navigate = useNavigate();
  const { drive, onAsk } = content;
  return (
    <AnchoredMenu anchor={anchor} onClose={onClose}>
      <MenuItem icon={<Activity size={18} />} onClick={() => onAsk('activity')}>
        {drives.activity}
      </MenuItem>
      {isManager(drive) && (
        <>
          <MenuItem
            icon={<Share2 size={18} />}
            onClick={() => void navigate({ to: '/shared', search: { drive: drive.id } })}
          >
            {drives.links}
          </MenuItem>
          <MenuItem icon={<Settings size={18} />} onClick={() => onAsk('settings')}>
            {drives.settings}
          </MenuItem>
        </>
      )}
    </AnchoredMenu>
  );
}
