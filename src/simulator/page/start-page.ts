import { loadTexts, showPageTexts } from './texts';

/** Modules of the page take their texts when they are loaded: the catalogue comes first. */
async function startPage(): Promise<void> {
  await loadTexts();
  showPageTexts();
  await import('./page');
}

void startPage();
