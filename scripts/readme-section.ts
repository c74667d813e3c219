/**
 * Puts a generated text between the two marks of its section.
 *
 * @param page Markdown with `<!-- name -->` and `<!-- /name -->` on lines of their own
 * @param name name of the section
 * @param text what shall stand between the marks
 * @returns the page with the section replaced
 * @throws Error when the page has no such section
 */
export function replaceSection(page: string, name: string, text: string): string {
  const [open, close] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const start = page.indexOf(open);
  const end = page.indexOf(close);
  if (start < 0 || end < start) throw new Error(`The page has no section ${name}.`);
  return `${page.slice(0, start)}${open}\n${text}\n${page.slice(end)}`;
}
