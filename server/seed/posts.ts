import type { BlogPostTable } from '../database/schema.ts';

/** The posts' Markdown, by file name: the number in front puts them in order. Inlined, so that they are in the bundle. */
const files = import.meta.glob<string>('./posts/*.md', { query: '?raw', import: 'default', eager: true });

/** Reads a post: `name: value` lines between two `---`, then its text. */
function readPost(file: string, text: string, id: number): BlogPostTable {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const fields = new Map(
    (head ?? '').split('\n').map((line) => {
      const [name, ...value] = line.split(': ');
      return [name, value.join(': ')];
    }),
  );
  const field = (name: string): string => {
    const value = fields.get(name);
    if (!value) throw new Error(`The post ${file} has no ${name}`);
    return value;
  };
  return {
    id,
    title: field('title'),
    author: field('author'),
    day: field('date'),
    image: field('image'),
    summary: field('summary'),
    body: (body ?? '').trim(),
  };
}

/** The posts that an empty database first gets. */
export const seedPosts: readonly BlogPostTable[] = Object.entries(files)
  .sort(([a], [b]) => a.localeCompare(b))
  .map(([file, text], index) => readPost(file, text, index + 1));
