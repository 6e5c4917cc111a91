import { expect, test } from 'vitest';

/**
 * Password managers and browsers fill inputs without an event. Every form therefore reads its inputs when it is sent, also one
 * whose flow keeps the values.
 */

/** Inputs are read by the two functions, the browser's own, and the hooks and forms that use them. */
const READS = /\b(?:readFilled|entryOf|useForm|useSignIn)\(|\bnew FormData\(|\bBoundForm\b|\bDeskFormProps\b/;

/** Forms that read nothing, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  '/src/rooms/search/SearchForm.tsx': 'a date, times and a headcount: no browser fills them',
};

const components = import.meta.glob<string>('/src/**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('a form whose flow keeps the values reads them before each change and each move of the focus too, because the next render would undo them, and before it is sent', () => {
  const kept = Object.entries(components).filter(([, text]) => /\breadFilled\(|\bbindKept\b/.test(text));
  expect(kept.length).toBeGreaterThan(4);
  const late = kept
    .filter(([, text]) => !/\{\.\.\.filled(?:\.h|H)andlers\}/.test(text))
    .map(([path]) => path);
  expect(late).toEqual([]);
  const sentUnread = kept.filter(([, text]) => !/\bonSubmit=\{(?:filled\.)?submit\}/.test(text));
  expect(sentUnread.map(([path]) => path)).toEqual([]);
});

test('every form reads its inputs when it is sent', () => {
  const forms = Object.entries(components).filter(([, text]) => /\bonSubmit=/.test(text));
  expect(forms.length).toBeGreaterThan(15);
  const unread = forms.filter(([, text]) => !READS.test(text)).map(([path]) => path);
  expect(unread.toSorted()).toEqual(Object.keys(exceptions).toSorted());
});
