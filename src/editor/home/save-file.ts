import { createElement } from '../../drawing/element';

/** By the browser, as a download. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = createElement('a', { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url));
}
