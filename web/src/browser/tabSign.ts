/** What the tab shows: its title, and the lamp in its icon when something needs somebody. */
export function tabSign(title: string, lit: boolean): void {
  document.title = title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = lit ? '/icon-lit.svg' : '/icon.svg';
  if (icon !== null && icon.getAttribute('href') !== wanted) {
    icon.setAttribute('href', wanted);
  }
}
