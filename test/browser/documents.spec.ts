import { HtmlValidate } from 'html-validate/node';
import { brand } from '../../domain/content/brand.ts';
import { postPath, publicPaths } from '../../domain/content/sitePaths.ts';
import { expect, test } from './site.ts';

const pages = [...publicPaths, postPath(1), postPath(20), '/meeting-room/booking', '/nowhere'];

const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    // The pages are generated: their layout does not matter.
    'long-title': 'off',
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    'doctype-style': 'off',
    'attr-quotes': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-inline-style': 'off',
    // Implicit roles of lists and sections are repeated for a screen reader that drops them.
    'no-redundant-role': 'off',
    // A link without a target is one on purpose (ruling 23).
    'prefer-native-element': 'off',
    // Phone numbers and texts wrap where the design allows it.
    'tel-non-breaking': 'off',
    // What this rule calls invalid, an id of React's useId, is valid in HTML.
    'valid-id': ['error', { relaxed: true }],
  },
});

for (const path of pages) {
  test(`the document of ${path} is valid HTML`, async ({ request }) => {
    const html = await (await request.get(path)).text();
    const { results } = await validator.validateString(html);
    const problems = results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`),
    );
    expect(problems).toEqual([]);
  });
}

/** How the business is called and written to. */
const contactLinks = [`tel:${brand.contact.phone.replaceAll(' ', '')}`, `mailto:${brand.contact.email}`];

test('every link of every page has a target or is marked as unavailable', async ({
  page,
  request,
  expectError,
}) => {
  expectError(/404 .*\/nowhere/);
  const hrefs = new Set<string>();
  for (const path of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
    const links = await page.getByRole('link', { includeHidden: true }).evaluateAll((all) =>
      all.map((link) => ({
        href: link.getAttribute('href'),
        isUnavailable: link.getAttribute('aria-disabled') === 'true',
        text: link.textContent,
      })),
    );
    expect(
      links.filter(
        ({ href, isUnavailable }) => (href === null || href === '' || href === '#') && !isUnavailable,
      ),
      path,
    ).toEqual([]);
    for (const { href } of links) if (href !== null) hrefs.add(new URL(href, page.url()).href);
  }
  for (const href of hrefs) {
    const url = new URL(href);
    if (url.protocol === 'tel:' || url.protocol === 'mailto:') {
      expect(contactLinks, href).toContain(href);
    } else if (url.origin !== new URL(page.url()).origin) {
      // Other hosts cannot be reached from the tests.
      expect(url.protocol, href).toBe('https:');
    } else if (url.pathname !== '/nowhere') {
      expect((await request.get(url.pathname)).status(), href).toBe(200);
    }
  }
});
