import { Suspense, useState, type ComponentProps, type ComponentType, type LazyExoticComponent } from 'react';

export interface MenuPopupProps<Content = undefined> {
  readonly anchor: Element;
  /** What the menu is about. */
  readonly content: Content;
  readonly onClose: () => void;
}

interface MenuButtonProps<Content> extends Omit<ComponentProps<'button'>, 'popover' | 'content'> {
  /** The menu, loaded when it is opened for the first time. */
  readonly popup: LazyExoticComponent<ComponentType<MenuPopupProps<Content>>>;
  readonly content: Content;
}

/** A button that opens a menu. */
export function MenuButton<Content>({ popup: Popup, content, ...button }: MenuButtonProps<Content>) {
  const [anchor, setAnchor] = useState<Element>();
  return (
    <>
      <button
        {...button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      />
      {anchor !== undefined && (
        <Suspense>
          <Popup anchor={anchor} content={content} onClose={() => setAnchor(undefined)} />
        </Suspense>
      )}
    </>
  );
}
