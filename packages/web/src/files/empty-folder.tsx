import FolderOpen from 'virtual:lucide/folder-open';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { StatePage } from '../ui/state-page.tsx';

/** Takes the place of the list of a folder without items. */
export default function EmptyFolder({ takesItems }: { readonly takesItems: boolean }) {
  const { uploads } = useMessages();
  return (
    <StatePage icon={<FolderOpen size={36} />} title={uploads.emptyFolder}>
      {takesItems && <p>{matchMedia('(pointer: coarse)').matches ? uploads.chooseHint : uploads.dropHint}</p>}
    </StatePage>
  );
}
