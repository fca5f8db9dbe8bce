import { Suspense, useState, type ComponentProps, type ComponentType, type LazyExoticComponent } from 'react';

export interface MenuPopupProps {
  readonly anchor: Element;
  readonly onClose: () => void;
}

interface MenuButtonProps extends Omit<ComponentProps<'button'>, 'popover'> {
  /** The menu, loaded when it is opened for the first time. */
  readonly popup: LazyExoticComponent<ComponentType<MenuPopupProps>>;
}

/** A button that opens a menu. */
export function MenuButton({ popup: Popup, ...button }: MenuButtonProps) {
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
          <Popup anchor={anchor} onClose={() => setAnchor(undefined)} />
        </Suspense>
      )}
    </>
  );
}
