import type { Item } from '@drive/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import X from 'virtual:lucide/x';
import { failureText, errorText } from '../api/error-text.ts';
import { refreshItems } from '../api/item-changes.ts';
import { tagItems, tagsQuery } from '../api/marks.ts';
import { queryClient } from '../api/query-client.ts';
import { whenConnected } from '../api/when-connected.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/choice-fields.tsx';
import { shownName } from '../ui/shown-name.ts';

/** Tags that all of the items have. */
const sharedTags = (items: readonly Item[]): string[] => {
  const [first, ...others] = items;
  return (first?.tags ?? []).filter((tag) => others.every(({ tags }) => tags.includes(tag)));
};

/** Tags that all of the items have: those that were stored last, until the items come with others. */
function useSharedTags(items: readonly Item[]): readonly [readonly string[], (tags: readonly string[]) => void] {
  const given = sharedTags(items);
  const [tags, setTags] = useState<readonly string[]>(given);
  const key = JSON.stringify(given);
  const [seen, setSeen] = useState(key);
  if (seen !== key) {
    setSeen(key);
    setTags(given);
  }
  return [tags, setTags];
}

/**
 * Gives the keyboard, when the button that removed a tag is gone, to that of the next tag in the list, or else to the field.
 * Returns the list, and a function that notes which tag is removed.
 */
function useNextFocus(tags: readonly string[], field: RefObject<HTMLElement | null>) {
  const list = useRef<HTMLUListElement>(null);
  const removed = useRef<{ readonly tag: string; readonly index: number }>(undefined);
  useLayoutEffect(() => {
    const { current } = removed;
    if (current === undefined || tags.includes(current.tag)) return;
    removed.current = undefined;
    if (document.activeElement !== document.body) return;
    (list.current?.querySelectorAll('button').item(current.index) ?? field.current)?.focus();
  }, [field, tags]);
  const note = (tag?: string): void =>
    void (removed.current = tag === undefined ? tag : { tag, index: tags.indexOf(tag) });
  return [list, note] as const;
}

interface TagEditorProps {
  readonly items: readonly Item[];
  /** Whether the user may not change the tags. */
  readonly isReadOnly?: boolean;
}

/** The tags of items, which can be removed, and a field for another one. */
export function TagEditor({ items, isReadOnly = false }: TagEditorProps) {
  const messages = useMessages();
  const formats = useFormats();
  const { marks } = messages;
  const [tags, setTags] = useSharedTags(items);
  const field = useRef<HTMLInputElement>(null);
  const [list, noteRemoved] = useNextFocus(tags, field);
  const [text, setText] = useState('');
  const suggestionsId = useId();
  const { data: known = [] } = useQuery(tagsQuery);
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (change: { readonly add?: readonly string[]; readonly remove?: readonly string[] }) => {
      const { done, failed } = await whenConnected(() => tagItems(items, change), messages.errors.waiting);
      await Promise.all([refreshItems(), queryClient.invalidateQueries({ queryKey: tagsQuery.queryKey })]);
      const [failure] = failed;
      return { done, fault: failure === undefined ? undefined : failureText(failure, messages) };
    },
    onMutate: ({ remove }) => noteRemoved(remove?.[0]),
    onSuccess: ({ done }) => {
      if (done.length > 0) setTags(sharedTags(done));
    },
  });
  const [fault, setFault] = useState<string>();
  const change = (tag: { readonly add?: readonly string[]; readonly remove?: readonly string[] }): void =>
    mutate(tag, {
      onSuccess: ({ fault: reason }) => {
        setFault(reason);
        if (reason !== undefined || tag.add === undefined) return;
        setText('');
        // The button cannot be used now, and would lose the keyboard.
        field.current?.focus();
      },
    });

  return (
    <div className="space-y-3">
      {tags.length === 0 ? (
        <p className="text-body text-muted">{marks.noTags}</p>
      ) : (
        <ul ref={list} aria-label={marks.tags} className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li
              key={tag}
              className="inline-flex min-h-8 max-w-full items-center rounded-full bg-accent-page ps-3 text-sm font-medium text-accent pe-3 has-[button]:pe-0"
            >
              <Link to="/search" search={{ tag }} className="min-w-0 truncate hover:underline">
                {shownName(tag)}
              </Link>
              {!isReadOnly && (
                <button
                  type="button"
                  aria-label={marks.removeTag({ tag })}
                  className="grid size-8 place-items-center rounded-full hover:bg-line/60 pointer-coarse:size-11"
                  aria-disabled={isPending}
                  onClick={() => isPending || change({ remove: [tag] })}
                >
                  <X size={14} aria-hidden />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!isReadOnly && (
        <form
          className="flex gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            const tag = text.trim();
            if (tag === '' || isPending) return;
            change({ add: [tag] });
          }}
        >
          <input
            ref={field}
            className="h-11 min-w-0 flex-1 rounded-lg border border-edge bg-card px-3 text-body focus-visible:outline-offset-0"
            aria-label={marks.newTag}
            placeholder={marks.newTag}
            list={suggestionsId}
            maxLength={64}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <datalist id={suggestionsId}>
            {known
              .filter(({ name }) => !tags.includes(name))
              .map(({ name }) => (
                <option key={name} value={name} />
              ))}
          </datalist>
          <Button type="submit" disabled={text.trim() === ''} aria-disabled={isPending}>
            {marks.addTag}
          </Button>
        </form>
      )}
      <FormError message={error === null ? fault : errorText(error, messages, formats)} />
    </div>
  );
}
