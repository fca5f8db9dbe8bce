import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useState, type ReactNode } from 'react';
import FolderOpen from 'virtual:lucide/folder-open';
import { useAct } from '../api/actions.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { AreaBody, BackLink } from '../screen/area-frame.tsx';
import { QueryView, type QueryViewProps } from '../screen/query-view.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useTitle } from '../ui/use-title.ts';

type ListPath = '/shared/requests' | '/shared/proofings' | '/shared/pastes';

interface LinkScreenProps<Data> extends QueryViewProps<Data> {
  readonly title: string;
  /** The list of all links of the kind, and what the link to it says. */
  readonly list: ListPath;
  readonly all: string;
}

/** The screen of one link that is no share: a file request, a proofing or a paste. */
export function LinkScreen<Data>({ title, list, all, ...view }: LinkScreenProps<Data>) {
  useTitle(title);
  return (
    <AreaBody>
      <BackLink to={list}>{all}</BackLink>
      <QueryView {...view} />
    </AreaBody>
  );
}

interface LinkActionsProps {
  /** The folder that the link is about; undefined if it is about none, null if that folder is gone. */
  readonly folderId?: string | null | undefined;
  readonly folderGone?: string;
  /** Opens the dialog of changes; without it, nothing can be changed. */
  readonly editor?: (onClose: () => void) => ReactNode;
  readonly removal: {
    readonly label: string;
    readonly title: string;
    readonly text: string;
    readonly removed: string;
    readonly remove: () => Promise<unknown>;
    /** Loads the list again, which the user then sees. */
    readonly reload: () => Promise<unknown>;
    readonly list: ListPath;
  };
  /** Buttons before the others. */
  readonly children?: ReactNode;
}

/** What the owner can do with a link: open its folder, change it, delete it. */
export function LinkActions({ folderId, folderGone, editor, removal, children }: LinkActionsProps) {
  const { requests } = useMessages().sharing;
  const navigate = useNavigate();
  const act = useAct();
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const onClose = () => setOpen(undefined);
  return (
    <>
      {folderId === null && (
        <p role="alert" className="mt-4 font-medium text-bad">
          {folderGone}
        </p>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {children}
        {typeof folderId === 'string' && (
          <Link to="/files/$folderId" params={{ folderId }} className={`${buttonClass('primary')} max-sm:w-full`}>
            <FolderOpen size={18} aria-hidden />
            {requests.openFolder}
          </Link>
        )}
        {editor !== undefined && (
          <Button type="button" className="max-sm:flex-1" onClick={() => setOpen('edit')}>
            {requests.edit}
          </Button>
        )}
        <Button type="button" className="max-sm:flex-1 text-bad!" onClick={() => setOpen('delete')}>
          {removal.label}
        </Button>
      </div>
      {open === 'edit' && <Suspense>{editor?.(onClose)}</Suspense>}
      {open === 'delete' && (
        <ConfirmDialog
          title={removal.title}
          text={removal.text}
          action={removal.label}
          onConfirm={() =>
            act.run(async () => {
              await removal.remove();
              await navigate({ to: removal.list, replace: true });
              await removal.reload();
            }, removal.removed)
          }
          onClose={onClose}
        />
      )}
    </>
  );
}
