import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, source: readFileSync(`src/${file}`, 'utf8') }));

const styledForms = sources.flatMap(({ source }) =>
  [...source.matchAll(/(\w+) = styled\('form'/g)].map(([, name]) => name),
);
const FORM = new RegExp(`<(?:form|${styledForms.join('|')})\\b|component="form"`, 'g');

/** Of elements, of styled forms, and of components that are shown as forms. */
const formTags = (source: string): readonly string[] =>
  [...source.matchAll(FORM)]
    .map(({ 0: found, index }) => (found.startsWith('<') ? index : source.lastIndexOf('<', index)))
    // The end of the tag is no part of an arrow.
    .map((start) => source.slice(start).split(/(?<!=)>/)[0] as string);

/** At the desk, the browser checks the dates of a filter and of a report. */
const isCheckedByBrowser = (file: string): boolean =>
  file.startsWith('desk/') && file !== 'desk/DeskSignIn.tsx';

test('every form shows its own messages next to its fields, not the bubbles of the browser', () => {
  const tags = sources
    .filter(({ file }) => file.endsWith('.tsx') && !isCheckedByBrowser(file))
    .flatMap(({ file, source }) => formTags(source).map((tag) => ({ file, tag })));
  expect(tags.length).toBeGreaterThan(12);
  expect(tags.filter(({ tag }) => !/\snoValidate\b/.test(tag)).map(({ file }) => file)).toEqual([]);
});
