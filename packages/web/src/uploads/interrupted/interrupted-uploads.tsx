import { useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import X from 'virtual:lucide/x';
import { useAct } from '../../api/actions.ts';
import { useMessages } from '../../i18n/i18n-provider.tsx';
import { IconButton } from '../../ui/button.tsx';
import { notify } from '../../ui/notices.ts';
import { shownName } from '../../ui/shown-name.ts';
import { uploads } from '../uploads.ts';
import { findInterrupted, interruptedFiles } from './interrupted-files.ts';
import { interrupted } from './interrupted.ts';

const mostNames = 3;
const buttonClass = 'min-h-11 rounded-lg px-2 text-sm font-semibold text-accent hover:bg-page';

interface InterruptedUploadsProps {
  readonly panel: RefObject<HTMLElement | null>;
  readonly className: string;
}

/** Uploads of an earlier page that are not complete: the user chooses the files again, or gives the uploads up. */
export function InterruptedUploads({ panel, className }: InterruptedUploadsProps) {
  const { uploads: texts, app } = useMessages();
  const keys = useSyncExternalStore(interrupted.subscribe, interrupted.get);
  const [isHidden, setHidden] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const act = useAct();
  if (keys.length === 0 || isHidden) return undefined;
  const files = interruptedFiles(keys);

  const goOn = (chosen: readonly File[]): void => {
    let isOther = false;
    for (const file of chosen) {
      const found = findInterrupted(files, file);
      // The folder that the file was meant for, whichever is open now. The server checks the quota: what is reserved already counts in it.
      if (found !== undefined) uploads.add([{ file, folders: [] }], { id: found.folderId, name: '', isOthers: true });
      else isOther = true;
    }
    if (isOther) notify({ kind: 'bad', text: texts.otherFile });
  };
  return (
    <section ref={panel} aria-label={texts.title} className={className}>
      <div className="flex items-start gap-1 py-2 pe-1 ps-4">
        <div className="min-w-0 flex-1 py-2">
          <p className="text-body">{texts.unfinished({ count: keys.length })}</p>
          <ul className="mt-1 text-small text-muted">
            {files.slice(0, mostNames).map(({ folderId, name }) => (
              <li key={`${folderId} ${name}`} className="truncate" dir="auto">
                {shownName(name)}
              </li>
            ))}
            {files.length > mostNames && <li>…</li>}
          </ul>
          <div className="-mx-2 flex flex-wrap">
            <input
              ref={input}
              type="file"
              multiple
              hidden
              data-upload="again"
              onChange={({ target }) => {
                goOn([...(target.files ?? [])]);
                target.value = '';
              }}
            />
            <button type="button" className={buttonClass} onClick={() => input.current?.click()}>
              {texts.chooseAgain({ count: keys.length })}
            </button>
            <button
              type="button"
              className={buttonClass}
              disabled={act.isPending}
              onClick={() => act.run(() => interrupted.discard(), texts.discarded)}
            >
              {texts.discard}
            </button>
          </div>
        </div>
        <IconButton type="button" label={app.close} icon={<X size={20} />} onClick={() => setHidden(true)} />
      </div>
    </section>
  );
}
