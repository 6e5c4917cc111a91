import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = 'docs/decisions';
const pages = readdirSync(folder).filter((name) => name !== 'README.md');
const numbers = new Set(pages.map((name) => name.slice(0, 4)));

/** Text files of the repository that refer to a decision, by path. */
const referringFiles = execFileSync('git', ['grep', '-lIE', 'decisions?( |/|$)|\\]\\([0-9]{4}-'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(path));

/** What a text refers to: numbers ("decisions 0002 and 0019") and files of the folder. */
const references = (path: string) => {
  const text = readFileSync(path, 'utf8').replaceAll(/\n\s*(?:\*|\/\/|--)?\s*/g, ' ');
  const links = path.startsWith(`${folder}/`)
    ? /(?<=\]\()\d{4}-[\w-]+\.md/g
    : /(?<=decisions\/)\d{4}-[\w-]+\.md/g;
  return {
    files: text.match(links) ?? [],
    numbers: [...text.matchAll(/\bdecisions? (\d+(?:(?:, | and )\d{4}\b)*)/g)].flatMap((match) =>
      match[1]!.match(/\d+/g)!,
    ),
  };
};

test('a reference to a decision names a page that exists', () => {
  const broken = referringFiles.flatMap((path) => {
    const found = references(path);
    return [
      ...found.files.filter((file) => !pages.includes(file)),
      ...found.numbers.filter((number) => !numbers.has(number)),
    ].map((reference) => `${path}: ${reference}`);
  });
  expect(referringFiles.length).toBeGreaterThan(0);
  expect(broken).toEqual([]);
});

test('a decision has a date, a status, a number of its own and a line in the index', () => {
  const index = readFileSync(`${folder}/README.md`, 'utf8');
  for (const page of pages) {
    const text = readFileSync(`${folder}/${page}`, 'utf8');
    const title = /^# (.+)\n\nDate: \d{4}-\d{2}-\d{2}\nStatus: (?:accepted|superseded)\n/.exec(text)?.[1];
    expect(title, `the title, date and status of ${page}`).toBeDefined();
    expect(index, page).toContain(`- [${page.slice(0, 4)} ${title}](${page})\n`);
  }
  expect(numbers.size).toBe(pages.length);
});
