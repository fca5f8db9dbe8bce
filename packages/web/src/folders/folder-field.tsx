import { useQuery } from '@tanstack/react-query';
import { folderPathQuery } from '../api/items.ts';
import { FormError } from '../ui/choice-fields.tsx';
import { FolderPicker } from './folder-picker.tsx';

interface FolderFieldProps {
  readonly folderId: string | null;
  readonly onChoose: (folderId: string | null) => void;
  /** Says that a folder has to be chosen. */
  readonly needed: string;
  /** Says which folder is chosen. */
  readonly chosen: (name: string) => string;
  readonly error: string | undefined;
}

/** The choice of a folder in a form. The folder that is open is the chosen one. */
export function FolderField({ folderId, onChoose, needed, chosen, error }: FolderFieldProps) {
  const { data: path } = useQuery(folderPathQuery(folderId));
  return (
    <div className="space-y-2 px-2">
      <FolderPicker openId={folderId} onOpen={onChoose} />
      <p className="text-sm text-muted" role="status">
        {folderId === null ? needed : chosen(path?.at(-1)?.name ?? '…')}
      </p>
      <FormError message={error} />
    </div>
  );
}
