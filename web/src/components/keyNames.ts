const apple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

/** How the keys are called on this keyboard. */
export const keyNames = {
  mod: apple ? '⌘' : 'Ctrl',
  alt: apple ? '⌥' : 'Alt',
  shift: apple ? '⇧' : 'Shift',
  enter: '↵',
  up: '↑',
  down: '↓',
  esc: 'Esc',
} as const;
