import { Markdown, type MarkdownToJSX } from 'markdown-to-jsx/react';
import { PostLink } from './blog/PostLink.tsx';

const options: MarkdownToJSX.Options = {
  // HTML in the text is shown as text.
  disableParsingRawHTML: true,
  forceBlock: true,
  forceWrapper: true,
  wrapper: 'div',
  // PostLink sanitises addresses.
  sanitizer: (value) => value,
  slugify: (text, defaultSlugify) => `part-${defaultSlugify(text)}`,
  overrides: {
    // The page's title is its h1.
    h1: { component: 'h2' },
    a: PostLink,
  },
};

/** Renders a text of the site, such as the terms, from Markdown. The page that shows it styles its elements. */
export const PolicyText = ({ text }: { text: string }) => <Markdown options={options}>{text}</Markdown>;
