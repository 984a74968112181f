/** What `public/theme.js` does before the first paint, when the choice changes. */
export function showTheme(theme: 'system' | 'light' | 'dark'): void {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = theme;
  }
}
