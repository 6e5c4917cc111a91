/** The best encoding of a compressed response that an Accept-Encoding header accepts; null for none. */
export function acceptedEncoding(header = ''): 'br' | 'gzip' | null {
  const accepted = header
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((text) => text.trim()))
    .filter(([, weight = '']) => !/^q=0(?:\.0*)?$/.test(weight))
    .map(([name]) => name);
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? null;
}
