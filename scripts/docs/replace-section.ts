/**
 * Replaces the text between the two marks of a section.
 *
 * @param page Markdown with `<!-- name -->` and `<!-- /name -->` on lines of their own
 * @param name name of the section
 * @param text what shall stand between the marks
 * @returns the page with the section replaced
 * @throws Error when the page has no such section
 */
export function replaceSection(page: string, name: string, text: string): string {
  const [openMark, closeMark] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const start = page.indexOf(openMark);
  const end = page.indexOf(closeMark);
  if (start < 0 || end < start) throw new Error(`The page has no section ${name}.`);
  return `${page.slice(0, start)}${openMark}\n${text}\n${page.slice(end)}`;
}
