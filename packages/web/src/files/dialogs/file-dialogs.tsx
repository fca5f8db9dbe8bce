import { lazy, Suspense } from 'react';
import { loadEarly } from '../../browser/load-early.ts';
import { useMessages } from '../../i18n/i18n-provider.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { FileDialog, ItemActions } from '../actions/use-item-actions.ts';
import { MoveDialog, OwnerQuestion } from './move-dialog.tsx';
import { NewFolderDialog, NewTextDialog } from './name-dialogs.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

const ShareDialog = lazy(loadEarly(() => import('../../sharing/share-dialog.tsx')));
const AccessDialog = lazy(loadEarly(() => import('../../access/access-dialog.tsx')));
const TagsDialog = lazy(loadEarly(() => import('../../marks/tags-dialog.tsx')));
const VersionsDialog = lazy(loadEarly(() => import('../../versions/versions-dialog.tsx')));
const ProofingDialog = lazy(loadEarly(() => import('../../sharing/proofing-dialog.tsx')));

interface FileDialogsProps {
  readonly dialog: FileDialog;
  readonly actions: ItemActions;
  readonly onClose: () => void;
}

export default function FileDialogs({ dialog, actions, onClose }: FileDialogsProps) {
  switch (dialog.kind) {
    case 'new-folder':
      return <NewFolderDialog parentId={dialog.parentId} onClose={onClose} />;
    case 'new-text':
      return <NewTextDialog parentId={dialog.parentId} onCreated={actions.open} onClose={onClose} />;
    case 'access':
      return (
        <Suspense>
          <AccessDialog item={dialog.item} onClose={onClose} />
        </Suspense>
      );
    case 'tags':
      return (
        <Suspense>
          <TagsDialog items={dialog.items} onClose={onClose} />
        </Suspense>
      );
    case 'versions':
      return (
        <Suspense>
          <VersionsDialog item={dialog.item} onClose={onClose} />
        </Suspense>
      );
    case 'move':
      return <MoveDialog items={dialog.items} onMove={actions.moveAsked} onClose={onClose} />;
    case 'change-owner':
      return <OwnerQuestion items={dialog.items} folder={dialog.folder} onMove={actions.moveAsked} onClose={onClose} />;
    case 'share':
      return (
        <Suspense>
          <ShareDialog subject={dialog} onClose={onClose} />
        </Suspense>
      );
    case 'proofing':
      return (
        <Suspense>
          <ProofingDialog items={dialog.items} onClose={onClose} />
        </Suspense>
      );
    case 'link':
      return <LinkDialog url={dialog.url} onClose={onClose} />;
    case 'shortcuts':
      return <ShortcutsDialog onClose={onClose} />;
  }
}

/** Shows a link where the page may not copy it. */
function LinkDialog({ url, onClose }: { readonly url: string; readonly onClose: () => void }) {
  const { dialogs } = useMessages();
  return (
    <Dialog title={dialogs.link} description={dialogs.linkHint} onClose={onClose}>
      <TextField label={dialogs.link} readOnly value={url} onFocus={({ target }) => target.select()} />
    </Dialog>
  );
}
