import { onScopeDispose } from 'vue';

export interface Shortcuts {
  /** ⌘K, Ctrl-K: find. */
  find(): void;
  /** ?: all keys, unless somebody writes. */
  help(): void;
  /** ⌥N, Alt-N. */
  newChat(): void;
  /** Esc, if nothing that is open has taken it. */
  close(): void;
}

/** Keys that work everywhere. Never one that answers what needs you. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const pressed = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) {
      return;
    }
    const withMod = (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey;
    if (withMod && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      shortcuts.find();
    } else if (event.altKey && !event.metaKey && !event.ctrlKey && event.code === 'KeyN') {
      event.preventDefault();
      shortcuts.newChat();
    } else if (event.key === '?' && !event.metaKey && !event.ctrlKey && !isWriting(event.target)) {
      event.preventDefault();
      shortcuts.help();
    } else if (event.key === 'Escape' && document.querySelector('dialog[open]') === null) {
      shortcuts.close();
    }
  };
  document.addEventListener('keydown', pressed);
  onScopeDispose(() => document.removeEventListener('keydown', pressed));
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;
}
