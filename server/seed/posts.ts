import type { BlogPostTable } from '../platform/database/schema.ts';

/** A demo post, which is published from the beginning. */
type SeedPost = Omit<BlogPostTable, 'publish_at' | 'version'>;

/** By file name, whose number decides the order. The build inlines the files. */
const files = import.meta.glob<string>('./posts/*.md', { query: '?raw', import: 'default', eager: true });

/** Parses a post: lines of `name: value` between two `---`, then the text. Throws for a missing field. */
function parsePost(file: string, text: string, id: number): SeedPost {
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

/** For an empty database. */
export const seedPosts: readonly SeedPost[] = Object.entries(files)
  .sort(([a], [b]) => a.localeCompare(b))
  .map(([file, text], index) => parsePost(file, text, index + 1));
