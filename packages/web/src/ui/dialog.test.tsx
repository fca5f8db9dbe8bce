import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { namesOf, renderApp } from '../../test/components/render-app.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DialogForm } from './dialog-form.tsx';
import { Dialog, DoneAction } from './dialog.tsx';

describe('a question', () => {
  const ask = async () => {
    const answers = { onConfirm: vi.fn<() => void>(), onClose: vi.fn<() => void>() };
    const { user } = await renderApp(
      <ConfirmDialog title="Empty the trash?" text="Nobody can restore it." action="Empty" {...answers} />,
    );
    return { user, ...answers };
  };

  test('has a title and a description, and the action comes last', async () => {
    await ask();
    const dialog = screen.getByRole('dialog', { name: 'Empty the trash?', description: 'Nobody can restore it.' });
    expect(
      within(dialog)
        .getAllByRole('button')
        .map(({ textContent, ariaLabel }) => ariaLabel ?? textContent),
    ).toEqual(['Close', 'Cancel', 'Empty']);
  });

  test('the action confirms and closes', async () => {
    const { user, onConfirm, onClose } = await ask();
    await user.click(screen.getByRole('button', { name: 'Empty' }));
    expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1]);
  });

  test.each(['Cancel', 'Close'])('%s closes without an answer', async (name) => {
    const { user, onConfirm, onClose } = await ask();
    await user.click(screen.getByRole('button', { name }));
    expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 1]);
  });

  test('Escape closes without an answer', async () => {
    const { user, onConfirm, onClose } = await ask();
    await user.keyboard('{Escape}');
    expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 1]);
  });
});

test('a dialog that shows a secret is closed by its own button alone', async () => {
  const onClose = vi.fn<() => void>();
  const { user } = await renderApp(
    <Dialog title="New key" staysOpen onClose={onClose}>
      <DoneAction onClose={onClose} />
    </Dialog>,
  );
  expect(namesOf('button')).toEqual(['Done']);
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(onClose).toHaveBeenCalledOnce();
});

describe('a form in a dialog', () => {
  const show = async (error?: string, disabled = false) => {
    const onSubmit = vi.fn<() => Promise<void>>(async () => {});
    const onClose = vi.fn<() => void>();
    const { user } = await renderApp(
      <Dialog title="Rename" onClose={onClose}>
        <DialogForm
          submit="Save"
          error={error}
          disabled={disabled}
          onClose={onClose}
          onSubmit={async (event) => {
            event.preventDefault();
            await onSubmit();
          }}
        >
          <label>
            Name
            <input />
          </label>
        </DialogForm>
      </Dialog>,
    );
    return { user, onSubmit, onClose };
  };

  test('has the keyboard in its first field, and Enter sends it', async () => {
    const { user, onSubmit } = await show();
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'notes{Enter}');
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  test('says what is wrong with it', async () => {
    await show('The server is busy.');
    expect(screen.getByRole('alert').textContent).toBe('The server is busy.');
  });

  test('Cancel sends nothing, and a disabled form cannot be sent', async () => {
    const { user, onSubmit, onClose } = await show(undefined, true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect([onSubmit.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 1]);
  });
});
