import { loadTexts, showPageTexts } from './texts';

/** The modules of the page take their texts when they are loaded, so the catalogue comes first. */
async function startPage(): Promise<void> {
  await loadTexts();
  showPageTexts();
  await import('./page');
}

void startPage();
