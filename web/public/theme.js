// Before the first paint: the theme that was chosen on this browser. A file of its own, because the CSP allows nothing inline.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme;
  }
} catch {
  // The browser keeps nothing: the device's theme it is.
}
