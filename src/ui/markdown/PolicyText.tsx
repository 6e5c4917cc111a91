import type { Theme } from '@mui/material/styles';
import { Markdown, type MarkdownToJSX } from 'markdown-to-jsx/react';
import { MarkdownLink } from './MarkdownLink.tsx';

const options: MarkdownToJSX.Options = {
  // HTML in the text is shown as text.
  disableParsingRawHTML: true,
  forceBlock: true,
  forceWrapper: true,
  wrapper: 'div',
  // MarkdownLink sanitises addresses.
  sanitizer: (value) => value,
  slugify: (text, defaultSlugify) => `part-${defaultSlugify(text)}`,
  overrides: {
    // The page's title is its h1.
    h1: { component: 'h2' },
    a: MarkdownLink,
  },
};

/** From Markdown. The page that shows the text styles its elements with `policyTextStyles`. */
export const PolicyText = ({ text }: { text: string }) => <Markdown options={options}>{text}</Markdown>;

export const policyTextStyles = (theme: Theme) => ({
  '& h2': { margin: theme.spacing(5, 0, 1), fontSize: 'clamp(1.375rem, 1.25rem + 0.5vw, 1.625rem)' },
  '& p': { margin: theme.spacing(1, 0, 0), textWrap: 'pretty' as const },
  '& ul, & ol': { margin: theme.spacing(1, 0, 0), paddingInlineStart: theme.spacing(2.5) },
  '& li + li': { marginBlockStart: theme.spacing(0.5) },
  '& a': { color: theme.vars.palette.primary.main, fontWeight: 600 },
});
