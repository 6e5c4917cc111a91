import { expect, test } from 'vitest';
import { canonicalJson } from '../../../domain/text/canonicalJson.ts';

test('equal values give equal texts, whatever the order of their members', () => {
  const text = '{"a":1,"b":{"c":null,"d":[{"e":2,"f":3}]},"g":"h"}';
  expect(canonicalJson({ a: 1, b: { c: null, d: [{ e: 2, f: 3 }] }, g: 'h' })).toBe(text);
  expect(canonicalJson({ g: 'h', b: { d: [{ f: 3, e: 2 }], c: null }, a: 1 })).toBe(text);
});

test('the order of a list is kept, and a list is no object', () => {
  expect(canonicalJson(['b', 'a', []])).toBe('["b","a",[]]');
  expect(canonicalJson(Array.from({ length: 11 }, (_, n) => n))).toBe('[0,1,2,3,4,5,6,7,8,9,10]');
});

test('values that are no objects stay as they are', () => {
  expect([null, 'a', 1, true].map(canonicalJson)).toEqual(['null', '"a"', '1', 'true']);
});
