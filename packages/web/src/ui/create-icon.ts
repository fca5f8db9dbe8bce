import { createElement, type ReactNode, type SVGProps } from 'react';

export interface IconProps extends SVGProps<SVGSVGElement> {
  /** Width and height in pixels: default 24. */
  readonly size?: number;
}

/**
 * Makes the component of an icon with a viewport of 24 by 24. Screen readers skip icons without a label: text beside or
 * around them says enough.
 */
export function createIcon(
  shapes: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[],
): (props: IconProps) => ReactNode {
  const children = shapes.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ size = 24, ...props }) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': props['aria-label'] === undefined,
        ...props,
      },
      ...children,
    );
}
