import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { renderApp } from '../../test/components/render-app.tsx';
import { notify } from './notices.ts';
import { Toasts } from './toasts.tsx';

describe('notices', () => {
  const notices = () => screen.findByRole('region', { name: 'Notifications' });

  test('those of before the view was loaded are shown, too, and can be dismissed', async () => {
    notify({ text: 'Folder “Photos” created' });
    const { user } = await renderApp(<Toasts />);
    const notice = await within(await notices()).findByRole('dialog', { name: 'Folder “Photos” created' });
    // The button is for those who come to the notice.
    await user.hover(notice);
    await user.click(within(notice).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText('Folder “Photos” created')).toBeNull());
  });

  test('an action runs once, and closes its notice', async () => {
    const run = vi.fn<() => void>();
    const { user } = await renderApp(<Toasts />);
    notify({ text: '1 item moved to the trash', action: { label: 'Undo', run } });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(run).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByText('1 item moved to the trash')).toBeNull());
  });
});
