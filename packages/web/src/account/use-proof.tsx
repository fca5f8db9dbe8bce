import { isDriveError } from '@drive/sdk';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { loadEarly } from '../browser/load-early.ts';

const ProofDialog = lazy(loadEarly(() => import('./proof-dialog.tsx')));

/** Runs actions that need a recent sign-in. `dialog` is shown if the sign-in is too old; the action then runs again. */
export function useProof(): {
  readonly withProof: (action: () => Promise<void>) => Promise<void>;
  readonly dialog: ReactNode;
} {
  const [waiting, setWaiting] = useState<{ readonly run: () => void }>();
  const withProof = async (action: () => Promise<void>): Promise<void> => {
    try {
      await action();
    } catch (error) {
      if (!isDriveError(error, 'reauthentication_required')) throw error;
      setWaiting({ run: () => void withProof(action) });
    }
  };
  const dialog = waiting !== undefined && (
    <Suspense>
      <ProofDialog
        onProven={() => {
          setWaiting(undefined);
          waiting.run();
        }}
        onClose={() => setWaiting(undefined)}
      />
    </Suspense>
  );
  return { withProof, dialog };
}
