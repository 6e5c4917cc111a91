import { escapeHtml } from '../../../domain/text/escapeHtml.ts';
import { brand } from '../../../domain/content/brand.ts';
import { PAGE_DATA_ID } from '../effects/initialData.ts';
import type { PublicPage } from './publicPages.ts';
import type { Rendered } from './renderPage.tsx';

/** The build's empty page, and the scripts of each page's module in addition to those of every page. */
export interface Template {
  readonly shell: string;
  readonly scriptsByModule: Readonly<Record<string, readonly string[]>>;
  /** The public origin of the site. */
  readonly origin: string;
}

/** Elements for the head, which React renders before the body. */
const HOISTED = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/;
/** Marks of a suspense boundary that was not rendered, because it suspended or threw. */
const UNFINISHED = /<!--\$[!?]-->|<template\b/;
/** A class name of a development build. Production React would not detect the difference and would not restyle the element. */
const DEVELOPMENT_CLASS = /class="[^"]*-Mui\w+-root"/;
const SHELL_TITLE = /<title>.*<\/title>\n?/;
const ROOT = '<div id="root"></div>';

/** JSON that is safe inside a script element. */
const inlineJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

/**
 * The document of a rendered page: the build's empty page with its content, styles, head and data. Throws when the page was
 * not rendered completely. `name`: the value of `data-path`. The not-found page and the empty frame are only data. `module`: the
 * page's module, whose scripts are loaded together with those of every page.
 */
export function composeDocument(
  { shell, scriptsByModule }: Template,
  name: string,
  { html, styles }: Rendered,
  content: Omit<PublicPage, 'path'> | Pick<PublicPage, 'data'>,
  module: string | undefined = 'module' in content ? content.module : undefined,
): string {
  const page = 'module' in content ? content : null;
  if (!shell.includes(ROOT) || !SHELL_TITLE.test(shell))
    throw new Error('index.html has no place for a page');
  if (UNFINISHED.test(html)) throw new Error('a part of it waits for something or failed');
  if (DEVELOPMENT_CLASS.test(html)) throw new Error('its classes have the names of a development build');
  const head = HOISTED.exec(html)?.[0] ?? '';
  const body = html.slice(head.length);
  if (!body.includes('<main')) throw new Error('it has no <main>');
  const title = /<title>([^<]*)<\/title>/.exec(head)?.[1];
  const description = /<meta name="description" content="([^"]*)"/.exec(head)?.[1];
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(head)?.[1];
  if (page && (!title || !description || !canonical)) {
    throw new Error('it lacks a title, a description or its address');
  }
  const socialMeta = page
    ? [
        ['og:site_name', escapeHtml(brand.name)],
        ['og:locale', 'en_IN'],
        ['og:type', page.type],
        ['og:title', title],
        ['og:description', description],
        ['og:url', canonical],
        ['og:image', page.image],
      ].map(([property, text]) => `<meta property="${property}" content="${text}">`)
    : [];
  if (page) socialMeta.push('<meta name="twitter:card" content="summary_large_image">');
  const preloads = (module === undefined ? [] : (scriptsByModule[module] ?? [])).map(
    (href) => `<link rel="modulepreload" crossorigin href="${href}">`,
  );
  const scripts = [
    page?.structuredData
      ? `<script type="application/ld+json">${inlineJson(page.structuredData)}</script>`
      : '',
    Object.keys(content.data).length > 0
      ? `<script type="application/json" id="${PAGE_DATA_ID}">${inlineJson(content.data)}</script>`
      : '',
  ];
  return shell
    .replace(
      SHELL_TITLE,
      (buildTitle) => (title ? head : head + buildTitle) + socialMeta.join('') + styles + preloads.join(''),
    )
    .replace(ROOT, () => `<div id="root" data-path="${name}">${body}</div>${scripts.join('')}`);
}
