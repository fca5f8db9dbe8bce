import { lazy, Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAct, useSubmit } from '../api/actions.ts';
import { useChooseLanguage } from '../api/choose-language.ts';
import { client } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { runningOperations } from '../api/running-operations.ts';
import { meQuery, useMe } from '../api/session.ts';
import { loadEarly } from '../browser/load-early.ts';
import { followDownload } from '../files/actions/download.ts';
import { useI18n, useMessages } from '../i18n/i18n-provider.tsx';
import { languageCodes, languageName, type Language } from '../i18n/languages.ts';
import { applyTheme, themes, useTheme, type Theme } from '../shell/theme.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FormError, SelectField } from '../ui/choice-fields.tsx';
import { notify } from '../ui/notices.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useTitle } from '../ui/use-title.ts';

const DeletionDialog = lazy(loadEarly(() => import('./deletion-dialog.tsx')));

/** Name, password, language, theme, a copy of everything that the user has, and the end of the account. */
export function ProfileScreen() {
  const { account } = useMessages();
  useTitle(account.tabs.profile);
  const me = useMe();
  return (
    <>
      {me !== undefined && <NameCard email={me.email} name={me.name ?? ''} />}
      <PasswordCard />
      <AppearanceCard />
      <ExportCard />
      <DeletionCard />
    </>
  );
}

function NameCard({ email, name }: { readonly email: string; readonly name: string }) {
  const { profile } = useMessages().account;
  const { register, handleSubmit, setError, reset, formState } = useForm({ defaultValues: { name } });
  const send = useSubmit(setError, ['name']);
  const { ref, ...field } = register('name', { maxLength: 200 });
  const onSubmit = handleSubmit(async ({ name: typed }) => {
    const wanted = typed.trim();
    const isSaved = await send(async () => {
      const me = await client.account.update({ name: wanted === '' ? null : wanted });
      queryClient.setQueryData(meQuery.queryKey, me);
    });
    if (!isSaved) return;
    reset({ name: wanted });
    notify({ text: profile.saved });
  });
  return (
    <Card title={profile.title}>
      <form noValidate className="max-w-md space-y-4" onSubmit={(event) => void onSubmit(event)}>
        <TextField
          {...field}
          inputRef={ref}
          label={profile.name}
          error={formState.errors.name?.message}
          autoComplete="name"
          maxLength={200}
        />
        <div>
          <p className="mb-1.5 text-dense font-semibold">{profile.email}</p>
          <p className="wrap-anywhere">{email}</p>
          <p className="mt-1 text-sm text-muted">{profile.emailHint}</p>
        </div>
        <FormError message={formState.errors.root?.message} />
        <Button type="submit" kind="primary" disabled={formState.isSubmitting || !formState.isDirty}>
          {profile.save}
        </Button>
      </form>
    </Card>
  );
}

const shortestPassword = 8;

function PasswordCard() {
  const { password } = useMessages().account;
  const { register, handleSubmit, setError, reset, formState } = useForm({
    defaultValues: { currentPassword: '', newPassword: '' },
  });
  const { errors, isSubmitting } = formState;
  const send = useSubmit(setError, ['currentPassword', 'newPassword'], {
    field: 'currentPassword',
    text: password.wrong,
  });
  const current = register('currentPassword', { required: password.needed });
  const next = register('newPassword', {
    validate: (typed) => [...typed].length >= shortestPassword || password.tooShort,
  });
  const onSubmit = handleSubmit(async (typed) => {
    if (!(await send(() => client.auth.changePassword(typed).then(() => {})))) return;
    reset();
    notify({ text: password.changed });
    await queryClient.invalidateQueries({ queryKey: ['sessions'] });
  });
  return (
    <Card title={password.title} description={password.description}>
      <form noValidate className="max-w-md space-y-4" onSubmit={(event) => void onSubmit(event)}>
        <PasswordField
          field={current}
          label={password.current}
          error={errors.currentPassword?.message}
          autoComplete="current-password"
        />
        <PasswordField
          field={next}
          label={password.next}
          hint={password.rule}
          error={errors.newPassword?.message}
          autoComplete="new-password"
        />
        <FormError message={errors.root?.message} />
        <Button type="submit" kind="primary" disabled={isSubmitting}>
          {password.change}
        </Button>
      </form>
    </Card>
  );
}

function AppearanceCard() {
  const { language, messages } = useI18n();
  const chooseLanguage = useChooseLanguage();
  const { account, user } = messages;
  const theme = useTheme();
  return (
    <Card title={account.profile.appearance}>
      <div className="grid max-w-xl gap-4 sm:grid-cols-2">
        <SelectField
          label={user.language}
          value={language}
          options={languageCodes.map((code) => [code, languageName(code)] as const)}
          onChange={({ target }) => chooseLanguage(target.value as Language)}
        />
        <SelectField
          label={user.theme}
          value={theme}
          options={themes.map((each) => [each, user.themes[each]] as const)}
          onChange={({ target }) => applyTheme(target.value as Theme)}
        />
      </div>
    </Card>
  );
}

/** Everything in one ZIP. The bar of operations shows how far it is, and cancels it. */
function ExportCard() {
  const { exporting } = useMessages().account;
  const act = useAct();
  const run = async (): Promise<void> => {
    const made = await runningOperations.run('export', (options) => client.account.export(options), undefined);
    if (made !== undefined) followDownload(made.downloadUrl);
  };
  return (
    <Card title={exporting.title} description={exporting.text}>
      <Button type="button" disabled={act.isPending} onClick={() => act.run(run)}>
        {exporting.action}
      </Button>
    </Card>
  );
}

function DeletionCard() {
  const { deletion } = useMessages().account;
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={deletion.title} description={deletion.text}>
      <Button type="button" kind="danger" onClick={() => setOpen(true)}>
        {deletion.action}
      </Button>
      {isOpen && (
        <Suspense>
          <DeletionDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  );
}
