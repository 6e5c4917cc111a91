import { Global, type Theme, ThemeContext } from '@emotion/react';
import DefaultPropsProvider from '@mui/material/DefaultPropsProvider';
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import { theme } from './theme.ts';

/** The theme's colours as CSS variables, light and dark; made once, since nothing on the page changes them. */
const variables = theme.generateStyleSheets();
const defaultProps = theme.components as ComponentProps<typeof DefaultPropsProvider>['value'];

/**
 * What Material's components need around them; the pages that have any bring it. What is our own inside finds in this theme
 * all that it finds in the ground (test/site/theme.test.ts). Material's own ThemeProvider also keeps,
 * watches and stores which colour scheme was chosen: three kilobytes for a choice that is the system's here.
 */
const MaterialGround = ({ children }: { children: ReactNode }) => (
  <ThemeContext value={theme as unknown as Theme}>
    <DefaultPropsProvider value={defaultProps}>
      <Global styles={variables} />
      {children}
    </DefaultPropsProvider>
  </ThemeContext>
);

/** The component with that around it. */
export const onMaterial =
  <Props extends object>(Component: ComponentType<Props>) =>
  (props: Props) => (
    <MaterialGround>
      <Component {...props} />
    </MaterialGround>
  );
