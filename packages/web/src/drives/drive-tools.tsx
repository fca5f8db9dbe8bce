import type { TeamDrive } from '@drive/sdk';
import { lazy, Suspense, useState } from 'react';
import Ellipsis from 'virtual:lucide/ellipsis';
import Users from 'virtual:lucide/users';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { useScreenCommands } from '../screen/screen-commands.ts';
import { Button, iconButtonClass } from '../ui/button.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import type { DriveQuestion } from './drive-dialogs.tsx';

const DriveDialog = lazy(async () => ({ default: (await import('./drive-dialogs.tsx')).DriveDialog }));
const DriveMenu = lazy(() => import('./drive-menu.tsx'));

/** What can be done with a team drive itself, beside the buttons of its root folder. */
export default function DriveTools({ drive }: { readonly drive: TeamDrive }) {
  const { drives } = useMessages();
  const [question, setQuestion] = useState<DriveQuestion>();
  useScreenCommands([
    { name: drives.showMembers, run: () => setQuestion('members') },
    { name: drives.activity, run: () => setQuestion('activity') },
  ]);
  return (
    <>
      <Button type="button" title={drives.showMembers} onClick={() => setQuestion('members')}>
        <Users size={18} aria-hidden />
        <span className="max-md:sr-only">{drives.showMembers}</span>
      </Button>
      <MenuButton
        popup={DriveMenu}
        content={{ drive, onAsk: setQuestion }}
        aria-label={drives.moreOf({ name: drive.name })}
        title={drives.moreOf({ name: drive.name })}
        className={iconButtonClass}
      >
        <Ellipsis size={20} aria-hidden />
      </MenuButton>
      {question !== undefined && (
        <Suspense>
          <DriveDialog question={question} drive={drive} onClose={() => setQuestion(undefined)} />
        </Suspense>
      )}
    </>
  );
}
