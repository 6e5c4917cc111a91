import type { ReactNode, SVGProps } from 'react';

export type IconProps = Pick<SVGProps<SVGSVGElement>, 'className'>;

/** In the colour and size of the surrounding text. Decorative and hidden from screen readers. */
export function Icon({ children, ...rest }: SVGProps<SVGSVGElement> & { children?: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="1em"
      height="1em"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...rest}
    >
      {children}
    </svg>
  );
}
