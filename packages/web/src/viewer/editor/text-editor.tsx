import type { Text } from '@codemirror/state';
import type { Item } from '@drive/sdk';
import { useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { errorText } from '../../api/error-text.ts';
import { refreshItems } from '../../api/item-changes.ts';
import { useFormats, useMessages } from '../../i18n/i18n-provider.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { notify } from '../../ui/notices.ts';
import { shownName } from '../../ui/shown-name.ts';
import { Loading, PreviewError } from '../preview-states.tsx';
import { openEditor, textOf } from './code-mirror.ts';
import {
  isConflict,
  isGone,
  readEditedText,
  saveEditedCopy,
  saveEditedText,
  type EditedText,
  type OpenedText,
} from './edited-text.ts';

/** Of a button that keeps the focus while it cannot be used. */
const pendingClass = 'aria-disabled:opacity-50';

interface TextEditorProps {
  readonly item: Item;
  readonly onClose: () => void;
}

/** The text of a file to be changed. Saving keeps the former content as a version, and never overwrites what somebody else saved. */
export default function TextEditor({ item, onClose }: TextEditorProps) {
  const { viewer, app } = useMessages();
  // What is read when the editor opens: lists may show a newer file later.
  const [opened] = useState(item);
  const [start, setStart] = useState<OpenedText | null>();
  const { data, error, refetch } = useQuery({
    queryKey: ['edited', opened.id, opened.sha256] as const,
    queryFn: async ({ signal }) => (await readEditedText(opened, signal)) ?? null,
    gcTime: 0,
    // Read once: neither a newer content nor an error may take the place of what is typed.
    enabled: start === undefined,
  });
  if (start === undefined && data !== undefined) setStart(data);
  if (start === undefined)
    return error === null ? <Loading /> : <PreviewError error={error} onRetry={() => void refetch()} />;
  if (start === null)
    return (
      <div className="m-auto flex flex-col items-center gap-4 p-6 text-center">
        <p role="alert">{viewer.editor.encoding}</p>
        <Button onClick={onClose}>{app.close}</Button>
      </div>
    );
  return <OpenEditor item={opened} start={start} onClose={onClose} />;
}

function OpenEditor({ item, start, onClose }: TextEditorProps & { readonly start: OpenedText }) {
  const { viewer, app } = useMessages();
  const { editor } = viewer;
  const host = useRef<HTMLDivElement>(null);
  const [text, setText] = useState(() => textOf(start.text));
  const { save, saved, setSaved, isSaving, problem, setProblem } = useSaving(item, start);
  const isChanged = !text.eq(saved);
  const blocker = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  const saveNow = useRef(() => {});
  /** Of the editor, which is made again in another language. */
  const typed = useRef(text);
  useEffect(() => {
    typed.current = text;
    saveNow.current = () => {
      if (isChanged && !isSaving) void save(text);
    };
  });
  useEffect(() => {
    if (host.current === null) return;
    return openEditor(host.current, {
      text: typed.current,
      label: editor.label({ name: shownName(item.name) }),
      isMarkdown: /\.(?:md|markdown)$/i.test(item.name),
      phrases: editor.phrases,
      onChange: setText,
      onSave: () => saveNow.current(),
    });
  }, [editor, item.name]);
  const [asksToLeave, setAsksToLeave] = useState(false);
  const stay = (): void => {
    setAsksToLeave(false);
    if (blocker.status === 'blocked') blocker.reset();
  };
  const close = (): void => (isChanged ? setAsksToLeave(true) : onClose());

  return (
    <div data-editor="" className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex min-h-14 flex-wrap items-center justify-end gap-2 border-b border-line bg-card px-4 py-1.5">
        <p role="status" className="me-auto text-sm text-muted">
          {isSaving ? editor.saving : isChanged ? editor.unsaved : editor.saved}
        </p>
        <Button onClick={close}>{app.close}</Button>
        <Button
          kind="primary"
          className={pendingClass}
          aria-disabled={!isChanged || isSaving}
          onClick={() => saveNow.current()}
        >
          {editor.save}
        </Button>
      </div>
      <div ref={host} data-pans="" className="min-h-0 flex-1 overflow-hidden" />
      {problem !== undefined && (
        <ConflictDialog
          item={item}
          problem={problem}
          text={{ ...start, text: text.toString() }}
          onOverwrite={() => save(text, { anyway: true })}
          onCopied={() => {
            setSaved(text);
            setProblem(undefined);
          }}
          onClose={() => setProblem(undefined)}
        />
      )}
      {(asksToLeave || blocker.status === 'blocked') && (
        <Dialog title={editor.leaveTitle} description={editor.leaveText} onClose={stay}>
          <DialogActions>
            <Button onClick={stay}>{editor.stay}</Button>
            <Button kind="danger" onClick={() => (blocker.status === 'blocked' ? blocker.proceed() : onClose())}>
              {editor.leave}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </div>
  );
}

/** Why the file cannot get the text: it has another one by now, or it is not there any more. */
type Problem = 'conflict' | 'gone';

/** Saves on the content that was opened or saved last. */
function useSaving(item: Item, start: OpenedText) {
  const messages = useMessages();
  const formats = useFormats();
  const replaced = useRef(start.tag);
  const [saved, setSaved] = useState(() => textOf(start.text));
  const [isSaving, setIsSaving] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const save = useCallback(
    async (text: Text, { anyway = false } = {}): Promise<void> => {
      setIsSaving(true);
      try {
        const edited = { ...start, text: text.toString() };
        replaced.current = await saveEditedText(item, edited, anyway ? undefined : replaced.current);
        setSaved(text);
        setProblem(undefined);
        void refreshItems();
      } catch (error) {
        if (isConflict(error)) setProblem('conflict');
        else if (isGone(error)) setProblem('gone');
        else notify({ kind: 'bad', text: errorText(error, messages, formats) });
      } finally {
        setIsSaving(false);
      }
    },
    [formats, item, messages, start],
  );
  return { save, saved, setSaved, isSaving, problem, setProblem };
}

interface ConflictDialogProps {
  readonly item: Item;
  readonly problem: Problem;
  readonly text: EditedText;
  readonly onOverwrite: () => Promise<void>;
  /** The text is safe in another file. */
  readonly onCopied: () => void;
  readonly onClose: () => void;
}

/** Asks what to do with a text that the file cannot get. Nothing is lost with any answer. */
function ConflictDialog({ item, problem, text, onOverwrite, onCopied, onClose }: ConflictDialogProps) {
  const messages = useMessages();
  const formats = useFormats();
  const { list, done } = messages;
  const { editor } = messages.viewer;
  const [isPending, setIsPending] = useState(false);
  const answer = async (act: () => Promise<void>): Promise<void> => {
    if (isPending) return;
    setIsPending(true);
    await act();
    setIsPending(false);
  };
  const saveCopy = async (): Promise<void> => {
    try {
      const { name, isInRoot } = await saveEditedCopy(item, text);
      notify({
        text: isInRoot ? done.copied({ count: 1, folder: list.root }) : editor.copied({ name: shownName(name) }),
      });
      onCopied();
      void refreshItems();
    } catch (error) {
      notify({ kind: 'bad', text: errorText(error, messages, formats) });
    }
  };
  return (
    <Dialog
      title={problem === 'gone' ? editor.goneTitle : editor.conflictTitle}
      description={(problem === 'gone' ? editor.goneText : editor.conflictText)({ name: shownName(item.name) })}
      onClose={onClose}
    >
      <DialogActions>
        <Button onClick={onClose}>{messages.app.cancel}</Button>
        {problem === 'conflict' && (
          <Button className={pendingClass} aria-disabled={isPending} onClick={() => void answer(onOverwrite)}>
            {editor.overwrite}
          </Button>
        )}
        <Button kind="primary" className={pendingClass} aria-disabled={isPending} onClick={() => void answer(saveCopy)}>
          {editor.saveCopy}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
