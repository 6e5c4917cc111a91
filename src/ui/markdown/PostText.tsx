import { Markdown, type MarkdownToJSX } from 'markdown-to-jsx/react';
import type { ComponentProps } from 'react';
import { type CSSObject, styled, type Theme } from '@mui/material/styles';
import { displayFont } from '../theme/typography.ts';
import { MarkdownLink, sitePathOf } from './MarkdownLink.tsx';
import { apiHost } from '../../app/effects/http.ts';

/** Wide content scrolls within its element, so that the page does not scroll sideways. */
const wideContent = (theme: Theme): CSSObject => ({
  overflowX: 'auto',
  borderRadius: 16,
  border: `1px solid ${theme.vars.palette.line}`,
});

const Prose = styled('div')(({ theme }) => ({
  maxWidth: '43.5em',
  marginInline: 'auto',
  fontSize: '1.125rem',
  lineHeight: 1.7,
  overflowWrap: 'break-word',
  textWrap: 'pretty',
  '& p, & ul, & ol, & blockquote, & pre, & figure': { margin: theme.spacing(0, 0, 2.5) },
  '& h2': { ...theme.typography.h2, margin: theme.spacing(0, 0, 1.75) },
  '& h3': { ...theme.typography.h3, margin: theme.spacing(0, 0, 1.25) },
  '& h4, & h5, & h6': { ...theme.typography.h4, margin: theme.spacing(0, 0, 1) },
  // The first heading has no space above it.
  '& * + h2': { marginBlockStart: theme.spacing(6) },
  '& * + h3': { marginBlockStart: theme.spacing(4.5) },
  '& * + :is(h4, h5, h6)': { marginBlockStart: theme.spacing(4) },
  '& ul, & ol': { paddingInlineStart: '1.5em' },
  '& li': { paddingInlineStart: '0.25em' },
  '& li + li': { marginBlockStart: theme.spacing(1) },
  '& li > p': { marginBlockEnd: theme.spacing(1) },
  '& li::marker': { color: theme.vars.palette.secondary.main, fontWeight: 650 },
  '& strong': { fontWeight: 680 },
  '& a': { color: theme.vars.palette.primary.main, textUnderlineOffset: '0.16em' },
  '& blockquote': {
    paddingInlineStart: theme.spacing(3),
    borderInlineStart: `3px solid ${theme.vars.palette.secondary.main}`,
    fontFamily: displayFont,
    fontSize: '1.25rem',
    fontWeight: 560,
    lineHeight: 1.5,
    '& > :last-child': { marginBlockEnd: 0 },
  },
  '& hr': {
    width: '6rem',
    margin: theme.spacing(5, 'auto'),
    border: 0,
    borderBlockStart: `1px solid ${theme.vars.palette.outline}`,
  },
  '& code': {
    padding: '0.1em 0.35em',
    borderRadius: 6,
    backgroundColor: theme.vars.palette.sand,
    fontSize: '0.9em',
  },
  '& pre': {
    ...wideContent(theme),
    padding: theme.spacing(2, 2.5),
    backgroundColor: theme.vars.palette.sand,
    lineHeight: 1.5,
  },
  '& pre code': { padding: 0, background: 'none' },
  '& table': { width: '100%', borderCollapse: 'collapse', fontSize: '1rem', lineHeight: 1.45 },
  '& th, & td': {
    minWidth: '7rem',
    padding: theme.spacing(1.25, 2),
    textAlign: 'start',
    verticalAlign: 'top',
    fontVariantNumeric: 'tabular-nums',
  },
  '& th': { backgroundColor: theme.vars.palette.sand, fontWeight: 650 },
  '& tbody tr + tr': { borderBlockStart: `1px solid ${theme.vars.palette.line}` },
}));

const TableFrame = styled('div')(({ theme }) => ({
  ...wideContent(theme),
  margin: theme.spacing(0, 0, 2.5),
}));

/** A scrollable region must be focusable and must have a name (WCAG 2.1.1). */
const ScrollingTable = (props: ComponentProps<'table'>) => (
  <TableFrame role="region" aria-label="Table" tabIndex={0}>
    <table {...props} />
  </TableFrame>
);

const ScrollingCode = (props: ComponentProps<'pre'>) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable element must be focusable (WCAG 2.1.1)
  <pre {...props} role="region" aria-label="Code" tabIndex={0} />
);

/** The content security policy allows only images of the site. The alt text replaces any other image. */
function PostImage({ src = '', alt = '' }: { src?: string; alt?: string }) {
  const path = sitePathOf(src);
  if (path === null) return <em>{alt}</em>;
  return <img src={`${apiHost}${path}`} alt={alt} loading="lazy" decoding="async" />;
}

const options: MarkdownToJSX.Options = {
  // The text comes from the API: HTML in it is shown as text.
  disableParsingRawHTML: true,
  forceBlock: true,
  forceWrapper: true,
  // MarkdownLink and PostImage sanitise addresses.
  sanitizer: (value) => value,
  // The prefix prevents clashes with other ids of the page.
  slugify: (text, defaultSlugify) => `part-${defaultSlugify(text)}`,
  overrides: {
    // The post's title is the page's h1.
    h1: { component: 'h2' },
    a: MarkdownLink,
    img: PostImage,
    table: ScrollingTable,
    pre: ScrollingCode,
  },
};

export const PostText = ({ text }: { text: string }) => (
  <Prose>
    <Markdown options={options}>{text}</Markdown>
  </Prose>
);
