import { escapeHtml } from '../../domain/escapeHtml.ts';
import { brand } from '../../domain/brand.ts';
import { INITIAL_DATA_ID } from '../effects/initialData.ts';
import type { PublicPage } from './publicPages.ts';
import type { Rendered } from './renderPage.tsx';

/** What a document is composed with: the build's empty page, and the scripts of each page besides the first one. */
export interface Template {
  readonly shell: string;
  readonly parts: Readonly<Record<string, readonly string[]>>;
  /** The address that visitors type, without a path. */
  readonly origin: string;
}

/** What React puts before the rest because it belongs in the head. */
const HOISTED = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/;
/** Signs of a part that was not rendered: it waited for something, or it threw. */
const UNFINISHED = /<!--\$[!?]-->|<template\b/;
/** A class name that only a development build gives: production React would not see that it differs, and restyle. */
const DEVELOPMENT_CLASS = /class="[^"]*-Mui\w+-root"/;
const SHELL_TITLE = /<title>.*<\/title>\n?/;
const SCRIPT = /<script type="module"[^>]*><\/script>/;
const ROOT = '<div id="root"></div>';

/**
 * Emotion moves the styles of a body into the head, each style for itself. These are there already; the attribute is the
 * one that it marks moved ones with.
 */
const inPlace = (styles: string): string =>
  styles.replaceAll('<style data-emotion=', '<style data-s="" data-emotion=');

/** JSON that can stand inside a script element. */
const json = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

/** A page that stands is read before its scripts are needed: the first one runs when it can, and nothing waits for it. */
function patient(shell: string): string {
  const first = SCRIPT.exec(shell)?.[0];
  if (first === undefined) throw new Error('index.html has no script');
  return shell
    .replace(SCRIPT, '')
    .replaceAll('<link rel="modulepreload"', '$& fetchpriority="low"')
    .replace('</body>', first.replace('<script', '$& async fetchpriority="low"') + '</body>');
}

/**
 * The document of a rendered page: the build's empty page with its content, styles, head and data. Throws when a part of
 * it was not rendered. `name`: what `data-path` says. `page` is null for the not-found page and the empty frame; `module`
 * names the scripts that are loaded with it.
 */
export function composeDocument(
  { shell, parts }: Template,
  name: string,
  { html, styles }: Rendered,
  page: Omit<PublicPage, 'path'> | null,
  module: string | undefined = page?.module,
): string {
  if (!shell.includes(ROOT) || !SHELL_TITLE.test(shell))
    throw new Error('index.html has no place for a page');
  if (UNFINISHED.test(html)) throw new Error('a part of it waits for something or failed');
  if (DEVELOPMENT_CLASS.test(html)) throw new Error('its classes have the names of a development build');
  const head = HOISTED.exec(html)?.[0] ?? '';
  const body = html.slice(head.length);
  if (!body.includes('<main')) throw new Error('it has no <main>');
  const title = /<title>([^<]*)<\/title>/.exec(head)?.[1];
  const about = /<meta name="description" content="([^"]*)"/.exec(head)?.[1];
  const address = /<link rel="canonical" href="([^"]*)"/.exec(head)?.[1];
  if (page && (!title || !about || !address)) {
    throw new Error('it lacks a title, a description or its address');
  }
  const card = page
    ? [
        ['og:site_name', escapeHtml(brand.name)],
        ['og:locale', 'en_IN'],
        ['og:type', page.type],
        ['og:title', title],
        ['og:description', about],
        ['og:url', address],
        ['og:image', page.image],
      ].map(([property, text]) => `<meta property="${property}" content="${text}">`)
    : [];
  if (page) card.push('<meta name="twitter:card" content="summary_large_image">');
  const scriptsOfPage = module === undefined ? '' : ` data-parts="${(parts[module] ?? []).join(' ')}"`;
  const scripts = [
    page?.about ? `<script type="application/ld+json">${json(page.about)}</script>` : '',
    page && Object.keys(page.initialData).length > 0
      ? `<script type="application/json" id="${INITIAL_DATA_ID}">${json(page.initialData)}</script>`
      : '',
  ];
  return (module === undefined ? shell : patient(shell))
    .replace(SHELL_TITLE, (own) => (title ? head : head + own) + card.join('') + inPlace(styles))
    .replace(
      ROOT,
      () => `<div id="root" data-path="${name}"${scriptsOfPage}>${body}</div>${scripts.join('')}`,
    );
}
