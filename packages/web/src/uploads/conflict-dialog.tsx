import { lazy, Suspense, useState } from 'react';
import { loadEarly } from '../browser/load-early.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import type { ConflictChoice, Upload } from './upload.ts';
import { uploads } from './uploads.ts';

const NamedVersionsDialog = lazy(
  loadEarly(async () => ({ default: (await import('../versions/versions-dialog.tsx')).NamedVersionsDialog })),
);

/** Asks about uploads whose name is taken, one after the other. Closing the dialog skips the file, which the panel offers to retry. */
export default function ConflictDialog({ conflicts }: { readonly conflicts: readonly Upload[] }) {
  const { conflict, versions } = useMessages();
  const [showsVersions, setShowsVersions] = useState(false);
  const [forAll, setForAll] = useState(false);
  const [first] = conflicts;
  if (first === undefined) return undefined;
  const others = conflicts.filter(({ group }) => group === first.group).length - 1;
  const settle = (choice: ConflictChoice): void => {
    uploads.settle(first.id, choice, forAll && others > 0);
    setForAll(false);
  };
  return (
    <Dialog title={conflict.title({ name: first.path })} description={conflict.text} onClose={() => settle('skip')}>
      {others > 0 && (
        <label className="flex min-h-11 items-center gap-3 text-body">
          <input
            type="checkbox"
            className="size-5 accent-accent"
            checked={forAll}
            onChange={({ target }) => setForAll(target.checked)}
          />
          {conflict.forAll({ count: others })}
        </label>
      )}
      {first.folderId !== undefined && (
        <button
          type="button"
          className="min-h-11 self-start text-body font-semibold text-accent underline"
          onClick={() => setShowsVersions(true)}
        >
          {versions.show}
        </button>
      )}
      {showsVersions && first.folderId !== undefined && (
        <Suspense>
          <NamedVersionsDialog
            folderId={first.folderId}
            name={first.file.name}
            onClose={() => setShowsVersions(false)}
          />
        </Suspense>
      )}
      <DialogActions>
        <Button type="button" onClick={() => settle('skip')}>
          {conflict.skip}
        </Button>
        {first.group.destination.addsOnly !== true && (
          <Button type="button" onClick={() => settle('replace')}>
            {conflict.replace}
          </Button>
        )}
        <Button type="button" kind="primary" onClick={() => settle('rename')}>
          {conflict.keepBoth}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
