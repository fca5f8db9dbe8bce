import { isDriveError, type AccessList, type MemberRole, type NewAccess } from '@drive/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import X from 'virtual:lucide/x';
import { client } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { useFormats, useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { CheckField, FormError, SelectField } from '../ui/choice-fields.tsx';
import { notify } from '../ui/notices.ts';
import { shownName } from '../ui/shown-name.ts';
import { TextAreaField } from '../ui/text-field.tsx';
import { giveAccess, memberRoles } from './access-queries.ts';
import { nameOfFound, PrincipalField, type Found } from './principal-field.tsx';

const keyOf = ({ id, email }: Found): string => id ?? email ?? '';

const grantOf = ({ type, id, email }: Found, role: MemberRole): NewAccess['grants'][number] => ({
  ...(id === null ? { email: email ?? '' } : type === 'group' ? { groupId: id } : { userId: id }),
  role,
});

interface GiveAccessFormProps {
  readonly itemId: string;
  readonly access: AccessList;
  /** IDs of users who need no role: the owner and the caller. */
  readonly excluded: readonly string[];
}

/** Gives users and groups a role on an item. */
export function GiveAccessForm({ itemId, access, excluded }: GiveAccessFormProps) {
  const messages = useMessages();
  const formats = useFormats();
  const { access: texts } = messages;
  const [chosen, setChosen] = useState<readonly Found[]>([]);
  const [role, setRole] = useState<MemberRole>('viewer');
  const [tells, setTells] = useState(true);
  const [message, setMessage] = useState('');
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: (wanted: NewAccess) => giveAccess(itemId, wanted),
    onSuccess: ({ access: given, invitations }) => {
      if (given.length > 0) notify({ text: texts.given({ count: given.length }) });
      if (invitations.length > 0) notify({ text: texts.invited({ count: invitations.length }) });
      setChosen([]);
      setMessage('');
    },
  });
  const given = access.access
    .filter(({ inheritedFrom }) => inheritedFrom === null)
    .map(({ principal }) => principal.id);
  const hasUser = chosen.some(({ type }) => type === 'user');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (chosen.length === 0 || isPending) return;
    const sendsText = tells && hasUser && message.trim() !== '';
    mutate({
      grants: chosen.map((each) => grantOf(each, role)),
      ...(tells ? {} : { notify: false }),
      ...(sendsText ? { message: message.trim() } : {}),
    });
  };
  return (
    <form className="space-y-4" aria-label={texts.give} onSubmit={submit}>
      <PrincipalField
        label={texts.field}
        findKey="directory"
        find={(q, signal) => client.access.find(q, { signal }).then(({ results }) => results)}
        excluded={new Set([...excluded, ...given, ...chosen.map(keyOf)])}
        takesEmail
        onChoose={(found) => {
          reset();
          setChosen([...chosen.filter((each) => keyOf(each) !== keyOf(found)), found]);
        }}
      />
      {chosen.length > 0 && (
        <>
          <ChosenList
            chosen={chosen}
            onRemove={(removed) => {
              reset();
              setChosen(chosen.filter((each) => each !== removed));
            }}
          />
          <div>
            <SelectField
              label={texts.role}
              value={role}
              options={memberRoles.map((each) => [each, texts.roles[each]])}
              onChange={({ target }) => setRole(target.value as MemberRole)}
            />
            <p className="mt-1.5 text-sm text-muted">{texts.mayDo[role]}</p>
          </div>
          {hasUser && (
            <div className="space-y-2">
              <div className="-mx-2">
                <CheckField label={texts.notify} checked={tells} onChange={({ target }) => setTells(target.checked)} />
              </div>
              {tells && (
                <TextAreaField
                  label={texts.message}
                  rows={2}
                  maxLength={1000}
                  value={message}
                  onChange={({ target }) => setMessage(target.value)}
                />
              )}
            </div>
          )}
          <FormError
            message={
              error === null
                ? undefined
                : isDriveError(error, 'user_not_found')
                  ? texts.unknownAccount
                  : errorText(error, messages, formats)
            }
          />
          <Button type="submit" kind="primary" disabled={isPending}>
            {texts.give}
          </Button>
        </>
      )}
    </form>
  );
}

interface ChosenListProps {
  readonly chosen: readonly Found[];
  readonly onRemove: (found: Found) => void;
}

const ChosenList = ({ chosen, onRemove }: ChosenListProps) => {
  const { access } = useMessages();
  return (
    <ul aria-label={access.give} className="flex flex-wrap gap-2">
      {chosen.map((each) => (
        <li
          key={keyOf(each)}
          className="inline-flex max-w-full items-center rounded-full bg-accent-page ps-3 text-sm font-medium text-accent"
        >
          <span className="min-w-0 truncate">{shownName(nameOfFound(each))}</span>
          <button
            type="button"
            aria-label={access.without({ name: nameOfFound(each) })}
            className="grid size-9 place-items-center rounded-full hover:bg-line/60 pointer-coarse:size-11"
            onClick={() => onRemove(each)}
          >
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
};
