/** `count` items of a list, evenly spread and the same at every run; all items without a count. */
export function evenly<T>(items: readonly T[], count = items.length): readonly T[] {
  const chosen = Math.min(items.length, count);
  return items.filter(
    (_, n) => Math.floor(((n + 1) * chosen) / items.length) > Math.floor((n * chosen) / items.length),
  );
}
