import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { client } from '../api/client.ts';
import { limits } from '../api/contract.ts';
import { configQuery } from '../api/session.ts';
import type { ShareFieldProps } from '../api/shares.ts';
import { useFormats } from '../i18n/i18n-provider.tsx';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/choice-fields.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useSavedForm } from './unsaved-forms.ts';

const usualDays = [1, 7, 30, 90, 365];
/** Days from now that the date begins with. */
const usualDay = 14;

/** `2026-12-24`, in the time zone of the user: as a field for dates has it. */
function dayAfter(days: number): string {
  const at = new Date();
  at.setDate(at.getDate() + days);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** Days from today to a date; NaN for a text that is none. A day of a change of the clock has 23 or 25 hours. */
const daysUntil = (day: string): number =>
  Math.round((Date.parse(`${day}T00:00`) - Date.parse(`${dayAfter(0)}T00:00`)) / dayMs);
const dayMs = 24 * 3600 * 1000;

/** When the link stops working. */
export function ExpiryField({ share, save }: ShareFieldProps) {
  const { share: texts } = useMessages().sharing;
  const { moment } = useFormats();
  const most = useQuery(configQuery).data?.shareMaxExpiryDays ?? limits.shareExpiryDays;
  const [isCustom, setIsCustom] = useState(false);
  const form = useForm({ defaultValues: { day: dayAfter(usualDay) } });
  const { register, formState } = form;
  const { ref, ...day } = register('day', {
    validate: (text) => {
      const days = daysUntil(text);
      return (days >= 1 && days <= most) || texts.expiryMost({ days: most });
    },
  });
  const { expiresAt, shareToken: token } = share;
  const choice = useRef<HTMLSelectElement>(null);
  const set = (count: number | null, options?: { readonly onSuccess: () => void }): void =>
    save({ run: () => client.shares.setExpiry({ token }, count) }, options);
  /** The field for the day is gone once it is saved. */
  const endCustom = (): void => {
    choice.current?.focus();
    setIsCustom(false);
  };
  const send = useSavedForm(form, ({ day: text }) => set(daysUntil(text), { onSuccess: endCustom }), isCustom);
  const hasExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();

  return (
    <div>
      <SelectField
        label={texts.expiry}
        selectRef={choice}
        value={isCustom ? 'custom' : expiresAt === null ? 'never' : 'now'}
        options={[
          ...(expiresAt === null ? [] : [['now', texts.expiryOn({ moment: moment(expiresAt) })] as const]),
          ['never', texts.expiryNever],
          ...usualDays
            .filter((each) => each <= most)
            .map((each) => [String(each), texts.expiryIn({ days: each })] as const),
          ['custom', texts.expiryCustom],
        ]}
        onChange={({ target: { value } }) => {
          setIsCustom(value === 'custom');
          if (value === 'never') set(null);
          else if (value !== 'custom' && value !== 'now') set(Number(value));
        }}
      />
      {hasExpired && (
        <p className="mt-1.5 text-sm font-medium text-bad">{texts.expired({ moment: moment(expiresAt) })}</p>
      )}
      {isCustom && (
        <form noValidate className="mt-3 flex items-end gap-2" onSubmit={send}>
          <div className="min-w-0 flex-1">
            <TextField
              {...day}
              inputRef={ref}
              type="date"
              min={dayAfter(1)}
              max={dayAfter(most)}
              label={texts.expiryDay}
              error={formState.errors.day?.message}
            />
          </div>
          <Button type="submit">{texts.set}</Button>
        </form>
      )}
    </div>
  );
}
