import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState, type KeyboardEvent } from 'react';
import Mail from 'virtual:lucide/mail';
import User from 'virtual:lucide/user';
import Users from 'virtual:lucide/users';
import { errorText } from '../api/error-text.ts';
import { usePaused } from '../browser/use-paused.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { FormError } from '../ui/choice-fields.tsx';
import { shownName } from '../ui/shown-name.ts';

/** Somebody who was found; `id` null: an email address that was typed. */
export interface Found {
  readonly type: 'user' | 'group';
  readonly id: string | null;
  readonly name: string | null;
  readonly email: string | null;
}

/** The name by which users know somebody. */
export const nameOfFound = ({ name, email }: Pick<Found, 'name' | 'email'>): string => name ?? email ?? '';

interface PrincipalFieldProps {
  readonly label: string;
  /** Names what is searched among all searches. */
  readonly findKey: string;
  readonly find: (q: string, signal: AbortSignal) => Promise<readonly Found[]>;
  /** IDs of those who are not offered. */
  readonly excluded: ReadonlySet<string>;
  /** Whether a complete address may be chosen that the search does not find. */
  readonly takesEmail: boolean;
  readonly onChoose: (found: Found) => void;
}

const pauseMs = 250;
/** The server finds nothing by fewer characters. */
const leastCharacters = 2;
const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.?[^\s@]+$/.test(text);
const icons = { user: User, group: Users, email: Mail };

/** A field that finds users and groups as the user types, and lets the user choose one of them. */
export function PrincipalField(props: PrincipalFieldProps) {
  const { label, onChoose } = props;
  const messages = useMessages();
  const formats = useFormats();
  const { access } = messages;
  const [text, setText] = useState('');
  const [position, setPosition] = useState(0);
  const fieldId = useId();
  const { options, error, isSettled } = useOptions(text.trim(), props);
  const current = Math.min(position, options.length - 1);

  const choose = (option: Found | undefined): void => {
    if (option === undefined) return;
    setText('');
    onChoose(option);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setPosition((current + step + options.length) % Math.max(1, options.length));
    // Enter never sends the form around the field.
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(options[current]);
    else if (event.key === 'Escape' && text !== '') setText('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div>
      <label htmlFor={fieldId} className="mb-1.5 block text-dense font-semibold">
        {label}
      </label>
      <input
        id={fieldId}
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={`${fieldId}-list`}
        aria-autocomplete="list"
        aria-activedescendant={options.length > 0 ? `${fieldId}-${current}` : undefined}
        className="h-11 w-full rounded-lg border border-edge bg-card px-3 text-base focus-visible:outline-offset-0"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setPosition(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul
        id={`${fieldId}-list`}
        role="listbox"
        aria-label={access.found}
        className="mt-1 max-h-56 overflow-y-auto rounded-xl border border-line bg-raised p-1 empty:hidden"
      >
        {options.map((option, index) => (
          <Option
            key={option.id ?? 'email'}
            id={`${fieldId}-${index}`}
            option={option}
            isCurrent={index === current}
            onMove={() => setPosition(index)}
            onChoose={() => choose(option)}
          />
        ))}
      </ul>
      <p role="status" className="mt-1.5 text-sm text-muted empty:hidden">
        {isSettled && options.length === 0 ? access.nobody : ''}
      </p>
      <FormError message={error === null ? undefined : errorText(error, messages, formats)} />
    </div>
  );
}

/** Who can be chosen, and at the end the address that was typed. */
function useOptions(q: string, { find, findKey, excluded, takesEmail }: PrincipalFieldProps) {
  const asked = usePaused(q, pauseMs);
  const isLong = asked.length >= leastCharacters;
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['find', findKey, asked],
    queryFn: ({ signal }) => find(asked, signal),
    placeholderData: keepPreviousData,
    enabled: isLong,
    staleTime: 60_000,
  });
  if (q.length < leastCharacters || !isLong) return { options: [], error: null, isSettled: false };
  const found = data ?? [];
  const isKnown = found.some(({ email }) => email?.toLowerCase() === q.toLowerCase());
  const typed: Found = { type: 'user', id: null, name: null, email: q };
  const options = [
    ...found.filter(({ id }) => id === null || !excluded.has(id)),
    ...(takesEmail && isEmail(q) && !isKnown ? [typed] : []),
  ];
  return { options, error, isSettled: data !== undefined && !isPlaceholderData && asked === q && !isKnown };
}

interface OptionProps {
  readonly id: string;
  readonly option: Found;
  readonly isCurrent: boolean;
  readonly onMove: () => void;
  readonly onChoose: () => void;
}

function Option({ id, option, isCurrent, onMove, onChoose }: OptionProps) {
  const { access } = useMessages();
  const { type, email } = option;
  const Icon = icons[option.id === null ? 'email' : type];
  const name = option.id === null ? access.byEmail({ email: email ?? '' }) : shownName(nameOfFound(option));
  const hint =
    option.id === null ? undefined : type === 'group' ? access.group : option.name === null ? undefined : email;
  return (
    <li
      id={id}
      ref={(element) => void (isCurrent && element?.scrollIntoView({ block: 'nearest' }))}
      role="option"
      aria-selected={isCurrent}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 text-body aria-selected:bg-accent-page"
      onMouseMove={onMove}
      onClick={onChoose}
    >
      <Icon size={18} aria-hidden className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate" dir="auto">
        {name}
      </span>
      {hint !== undefined && hint !== null && (
        <span className="max-w-[50%] truncate text-sm text-muted">{shownName(hint)}</span>
      )}
    </li>
  );
}
