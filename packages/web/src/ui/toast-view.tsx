import { Toast } from '@base-ui/react/toast';
import { useEffect } from 'react';
import X from 'virtual:lucide/x';
import { useMessages } from '../i18n/i18n-provider.tsx';
import { IconButton } from './button.tsx';
import { notices, type Notice } from './notices.ts';

interface NoticeData {
  readonly action: Notice['action'];
}

const manager = Toast.createToastManager<NoticeData>();

function show({ text, kind = 'good', action, until }: Notice): void {
  const id = manager.add({
    title: text,
    type: kind,
    // 0: the notice does not disappear by itself.
    timeout: until !== undefined ? 0 : kind === 'bad' || action !== undefined ? 10_000 : 5000,
    // A notice of high priority that can have the focus would be hidden from screen readers.
    priority: 'low',
    data: { action },
  });
  void until?.then(() => manager.close(id));
}

/** Shows the notices, those of before it was loaded first. */
export default function ToastView() {
  const { app } = useMessages();
  useEffect(() => notices.connect(show), []);
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={app.notifications}
          className="pointer-events-none fixed start-3 end-3 bottom-[calc(5rem+var(--covered,0px))] z-60 flex flex-col items-center gap-2 md:bottom-[calc(1.25rem+var(--covered,0px))] lg:end-[calc(0.75rem+var(--covered-end,0px))] lg:bottom-5"
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { app } = useMessages();
  const { toasts } = Toast.useToastManager<NoticeData>();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="pointer-events-auto w-full max-w-lg rounded-xl animate-rise bg-text text-page shadow-pop data-ending-style:opacity-0 data-limited:hidden md:w-max"
    >
      <Toast.Content className="flex min-h-13 items-center gap-2 py-1 ps-4 pe-1">
        <Toast.Title className="min-w-0 flex-1 py-2 text-dense wrap-anywhere" render={<p />} />
        {/* The library's own buttons are hidden from screen readers while they can have the focus. */}
        {toast.data?.action !== undefined && (
          <button
            type="button"
            className="min-h-11 shrink-0 rounded-lg px-3 text-body font-bold underline underline-offset-4 hover:no-underline focus-visible:outline-page"
            onClick={() => {
              manager.close(toast.id);
              toast.data?.action?.run();
            }}
          >
            {toast.data.action.label}
          </button>
        )}
        <IconButton
          type="button"
          label={app.dismiss}
          icon={<X size={18} />}
          className="text-page! hover:bg-page/15! focus-visible:outline-page"
          onClick={() => manager.close(toast.id)}
        />
      </Toast.Content>
    </Toast.Root>
  ));
}
