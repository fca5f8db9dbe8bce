import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { renderApp, stopTimeouts } from '../../test/components/render-app.tsx';
import { SearchField } from './search-field.tsx';

describe('the search field', () => {
  const show = async (path?: string) => {
    const { user, router } = await renderApp(<SearchField />, path === undefined ? {} : { path });
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Search all files' });
    const place = () => `${router.state.location.pathname}${router.state.location.searchStr}`;
    return { user, router, field, place };
  };
  const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  test('searches 300 ms after the last letter', async () => {
    const { field, place } = await show();
    stopTimeouts();
    type(field, 'pla');
    await pass(200);
    type(field, 'plan');
    await pass(299);
    expect(place()).toBe('/files');
    await pass(1);
    expect(place()).toBe('/search?q=plan');
  });

  test('Enter searches at once, without blanks around the words', async () => {
    const { user, field, place } = await show();
    await user.type(field, '  plan {Enter}');
    expect(place()).toBe('/search?q=plan');
  });

  test('a search has one entry of the history, however long the user types', async () => {
    const { user, field, place, router } = await show();
    await user.type(field, 'plan{Enter}');
    await user.type(field, 's{Enter}');
    expect(place()).toBe('/search?q=plans');
    await act(async () => router.history.back());
    await vi.waitFor(() => expect(place()).toBe('/files'));
    expect(field.value).toBe('');
  });

  test('shows the search of the page, and its button clears it and keeps the keyboard', async () => {
    const { user, field, place } = await show('/search?q=plan');
    expect(field.value).toBe('plan');
    await user.click(screen.getByRole('button', { name: 'Clear the search' }));
    expect([field.value, place(), document.activeElement]).toEqual(['', '/files', field]);
    expect(screen.queryByRole('button', { name: 'Clear the search' })).toBeNull();
  });

  test('/ goes to the field, unless it is typed into it, and Escape leaves it', async () => {
    const { user, field } = await show();
    await user.keyboard('/');
    expect([document.activeElement, field.value]).toEqual([field, '']);
    await user.keyboard('/');
    expect(field.value).toBe('/');
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(document.body);
  });
});
