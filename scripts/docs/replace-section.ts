/**
 * @param page Markdown with `<!-- name -->` and `<!-- /name -->` on lines of their own
 * @throws Error if the page lacks the section
 */
export function replaceSection(page: string, name: string, text: string): string {
  const [openMark, closeMark] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const start = page.indexOf(openMark);
  const end = page.indexOf(closeMark);
  if (start < 0 || end < start) throw new Error(`The page has no section ${name}.`);
  return `${page.slice(0, start)}${openMark}\n${text}\n${page.slice(end)}`;
}
