import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import Check from 'virtual:lucide/check';

const itemClass =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 text-body outline-none pointer-fine:min-h-9 pointer-fine:text-dense select-none data-highlighted:bg-accent-page data-disabled:opacity-50';

/** Inner edge of a sheet, in pixels, over which its title lies. */
const sheetPadding = -6;
/** Fades out the row at the lower edge of a sheet, until its end is in view. */
const sheetFade = {
  bottom: sheetPadding,
  height: 40,
  marginTop: -16,
  background: 'linear-gradient(#0000, var(--raised) 90%)',
};

type Anchor = ComponentProps<typeof BaseMenu.Positioner>['anchor'];

interface AnchoredMenuProps {
  /** An element, or a place such as that of the pointer. */
  readonly anchor: Anchor;
  /** The subject of the menu, for screen readers, and in sight where the menu is a sheet. */
  readonly title?: string;
  readonly align?: 'start' | 'end';
  /** Whether it may cover its anchor, so that all of a long menu is in view. */
  readonly coversAnchor?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A menu that is open as long as it is rendered, on phones a sheet at the lower edge. Import it where it is loaded on demand: with what it needs, it is as large
 * as the rest of the first load.
 */
export function AnchoredMenu(props: AnchoredMenuProps) {
  const { anchor, title, align = 'end', coversAnchor = false, onClose, children } = props;
  return (
    <BaseMenu.Root open onOpenChange={(open) => !open && onClose()}>
      <BaseMenu.Portal>
        <BaseMenu.Backdrop className="fixed inset-0 z-40 animate-appear bg-[rgb(10_14_12/0.5)] md:hidden" />
        <BaseMenu.Positioner
          className="z-50 outline-none max-md:fixed! max-md:inset-x-0! max-md:top-auto! max-md:bottom-0! max-md:w-full! max-md:transform-none!"
          anchor={anchor}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          collisionAvoidance={coversAnchor ? { side: 'shift' } : { fallbackAxisSide: 'none' }}
        >
          <BaseMenu.Popup
            aria-label={title}
            className="overflow-y-auto bg-raised p-1.5 shadow-pop outline-none max-md:max-h-[80dvh] max-md:animate-rise max-md:rounded-t-2xl max-md:pb-[max(0.375rem,env(safe-area-inset-bottom))] md:max-h-(--available-height) md:min-w-56 md:animate-appear md:rounded-xl"
          >
            {title !== undefined && (
              <div
                aria-hidden
                className="sticky z-10 truncate border-b border-line bg-raised px-3 py-2.5 text-body font-semibold md:hidden"
                style={{ top: sheetPadding, marginTop: sheetPadding, marginBottom: -sheetPadding }}
              >
                {title}
              </div>
            )}
            {children}
            <div aria-hidden className="pointer-events-none sticky md:hidden" style={sheetFade} />
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

interface MenuItemProps {
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  /** Whether the menu stays open, because the item changes what is in it. */
  readonly staysOpen?: boolean;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

export function MenuItem({ icon, danger = false, staysOpen = false, onClick, children }: MenuItemProps) {
  return (
    <BaseMenu.Item closeOnClick={!staysOpen} className={`${itemClass} ${danger ? 'text-bad' : ''}`} onClick={onClick}>
      <span className="grid w-5 place-items-center">{icon}</span>
      {children}
    </BaseMenu.Item>
  );
}

/** An item that is a link to a server-rendered page. */
export function MenuLink({
  href,
  icon,
  children,
}: {
  readonly href: string;
  readonly icon: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <BaseMenu.Item
      className={`${itemClass} no-underline`}
      render={
        <a href={href}>
          <span className="grid w-5 place-items-center">{icon}</span>
          {children}
        </a>
      }
    />
  );
}

/** An item that is a link to a screen of the app. */
export function MenuRoute({
  to,
  icon,
  children,
}: {
  readonly to: NonNullable<LinkProps['to']>;
  readonly icon: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <BaseMenu.Item
      className={`${itemClass} no-underline`}
      render={
        <Link to={to}>
          <span className="grid w-5 place-items-center">{icon}</span>
          {children}
        </Link>
      }
    />
  );
}

interface MenuChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value) => void;
}

/** A group of items of which one is chosen. */
export function MenuChoice<Value extends string>({ label, value, options, onChange }: MenuChoiceProps<Value>) {
  return (
    <BaseMenu.Group>
      <BaseMenu.GroupLabel className="px-3 pt-2 pb-1 text-caption font-semibold tracking-wide text-muted uppercase">
        {label}
      </BaseMenu.GroupLabel>
      <BaseMenu.RadioGroup value={value} onValueChange={(chosen: Value) => onChange(chosen)}>
        {options.map(([each, text]) => (
          <BaseMenu.RadioItem key={each} value={each} className={itemClass} closeOnClick>
            <span className="grid w-5 place-items-center">
              <BaseMenu.RadioItemIndicator>
                <Check size={18} className="text-accent" />
              </BaseMenu.RadioItemIndicator>
            </span>
            {text}
          </BaseMenu.RadioItem>
        ))}
      </BaseMenu.RadioGroup>
    </BaseMenu.Group>
  );
}

export const MenuSeparator = () => <BaseMenu.Separator className="mx-1 my-1.5 h-px bg-line" />;
