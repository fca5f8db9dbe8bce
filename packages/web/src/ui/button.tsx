import type { ComponentProps, ReactNode } from 'react';

export type ButtonKind = 'primary' | 'plain' | 'danger' | 'ghost';

const base =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-lg px-4 text-body font-semibold whitespace-nowrap transition-colors disabled:opacity-50 pointer-fine:min-h-9 pointer-fine:px-3.5 pointer-fine:text-dense';
const kinds: Record<ButtonKind, string> = {
  primary: 'bg-accent text-accent-text hover:bg-accent-strong',
  plain: 'border border-edge bg-card text-text hover:bg-page',
  danger: 'bg-bad text-card hover:opacity-90',
  ghost: 'text-text hover:bg-line/60',
};

/** Class names of a button, also for links that look like one. */
export const buttonClass = (kind: ButtonKind = 'plain'): string => `${base} ${kinds[kind]}`;

/** A button, which sends its form only with the type `submit`. An element of the browser: the first screen needs no library for it. */
export function Button({ kind = 'plain', className = '', ...props }: ComponentProps<'button'> & { kind?: ButtonKind }) {
  return <button type="button" {...props} className={`${buttonClass(kind)} ${className}`} />;
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Name for screen readers and tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
}

/** Class names of a square button: 44 px for a finger, 36 px for a mouse. */
export const iconButtonClass =
  'inline-grid size-11 shrink-0 place-items-center rounded-lg text-muted transition-colors hover:bg-line/60 hover:text-text disabled:opacity-40 pointer-fine:size-9';

/** A square button with an icon. */
export function IconButton({ label, icon, className = '', ...props }: IconButtonProps) {
  return (
    <button type="button" {...props} aria-label={label} title={label} className={`${iconButtonClass} ${className}`}>
      {icon}
    </button>
  );
}
