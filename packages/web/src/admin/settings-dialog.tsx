import type { AdminSetting } from '@drive/sdk';
import { useRef, useState } from 'react';
import { useForm, type UseFormRegisterReturn } from 'react-hook-form';
import { useSubmit } from '../api/actions.ts';
import { client } from '../api/client.ts';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { textIn } from '../i18n/text-in.ts';
import { SelectField } from '../ui/choice-fields.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { notify } from '../ui/notices.ts';
import { TextField } from '../ui/text-field.tsx';
import { reloadSettings } from './admin-keys.ts';

const logo = 'DRIVE_INSTANCE_LOGO';

interface SettingsDialogProps {
  readonly title: string;
  readonly settings: readonly AdminSetting[];
  readonly onClose: () => void;
}

type Values = Record<string, string | FileList>;

/** Changes the settings of a group, all together. A field that is left empty has its default. */
export function SettingsDialog({ title, settings: current, onClose }: SettingsDialogProps) {
  // What others save meanwhile is no change of this user.
  const [settings] = useState(current);
  const messages = useMessages();
  const { settings: texts } = messages.admin;
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    defaultValues: Object.fromEntries(settings.map((setting) => [setting.name, savedText(setting)])),
  });
  const sent = useRef<readonly string[]>([]);
  // A fault of one value names its place in the request, and a fault of several the setting.
  const send = useSubmit(setError, (field) => {
    const index = /^settings\[(\d+)\]/.exec(field)?.[1];
    return index === undefined ? settings.find(({ name }) => name === field)?.name : sent.current[Number(index)];
  });
  const onSubmit = handleSubmit(async (values) => {
    const isSaved = await send(async () => {
      const changes = (await Promise.all(settings.map((setting) => changeOf(setting, values[setting.name])))).flat();
      sent.current = changes.map(({ name }) => name);
      if (changes.length > 0) await client.admin.updateSettings(changes);
      await reloadSettings();
    });
    if (!isSaved) return;
    notify({ text: texts.saved });
    onClose();
  });
  return (
    <Dialog wide title={title} onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        error={formState.errors.root?.message}
        submit={messages.actions.save}
        disabled={formState.isSubmitting}
        onClose={onClose}
      >
        {settings.map((setting) => (
          <SettingField
            key={setting.name}
            setting={setting}
            field={register(setting.name)}
            error={formState.errors[setting.name]?.message}
          />
        ))}
      </DialogForm>
    </Dialog>
  );
}

interface SettingFieldProps {
  readonly setting: AdminSetting;
  readonly field: UseFormRegisterReturn;
  readonly error: string | undefined;
}

function SettingField({ setting, field: { ref, ...field }, error }: SettingFieldProps) {
  const { settings: texts } = useMessages().admin;
  const { name, options, secret } = setting;
  const fallback = setting.default ?? '';
  const label = textIn(texts.names, name) ?? name;
  if (options !== null)
    return (
      <SelectField
        {...field}
        selectRef={ref}
        label={label}
        options={[
          [
            '',
            fallback === ''
              ? texts.emptyDefault
              : texts.defaultOption({ value: textIn(texts.options, fallback) ?? fallback }),
          ],
          ...options.map((each) => [each, textIn(texts.options, each) ?? each] as const),
        ]}
      />
    );
  if (name === logo)
    return (
      <TextField
        {...field}
        inputRef={ref}
        label={label}
        error={error}
        hint={texts.logo}
        type="file"
        accept={logoTypes}
      />
    );
  return (
    <TextField
      {...field}
      inputRef={ref}
      label={label}
      error={error}
      hint={secret ? texts.secretHint : texts.emptyHint}
      type={secret ? 'password' : 'text'}
      placeholder={fallback}
      autoComplete={secret ? 'new-password' : 'off'}
      spellCheck={false}
    />
  );
}

const logoTypes = 'image/svg+xml,image/png,image/webp,image/jpeg';

/** What the field of a setting shows: what was saved, unless nobody sees it again. */
const savedText = ({ name, source, secret, value }: AdminSetting): string =>
  source === 'saved' && !secret && name !== logo ? (value ?? '') : '';

/** Nothing for a field that was left as it was. */
async function changeOf(setting: AdminSetting, typed: string | FileList | undefined) {
  const { name, secret } = setting;
  if (typed === undefined) return [];
  if (typeof typed !== 'string') return typed[0] === undefined ? [] : [{ name, value: await dataUrlOf(typed[0]) }];
  const value = typed.trim();
  if (value === savedText(setting)) return [];
  return value === '' ? (secret ? [] : [{ name, value: null }]) : [{ name, value }];
}

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file cannot be read')));
    reader.readAsDataURL(file);
  });
