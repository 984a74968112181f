/**
 * What a terminal or a shell obeys and an eye does not see: control characters, marks that turn the direction of text,
 * zero widths, and spaces that are not the space. In a command each is shown as a box with its name.
 */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'control'; readonly name: string };

/** A text cut where such a character stands. Line breaks and tabs stay text. */
export function pieces(text: string): readonly Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(unseen)) {
    const [character] = match;
    if (holdsEmojiTogether(text, match.index, character)) {
      continue;
    }
    if (match.index > from) {
      found.push({ kind: 'text', text: text.slice(from, match.index) });
    }
    found.push({ kind: 'control', name: nameOf(character) });
    from = match.index + character.length;
  }
  if (from < text.length) {
    found.push({ kind: 'text', text: text.slice(from) });
  }
  return found;
}

/** The names of those in a text, in its order, each as often as it is there. */
export function controlsIn(text: string): readonly string[] {
  return pieces(text).flatMap((piece) => (piece.kind === 'control' ? [piece.name] : []));
}

/** As text, where no boxes can be drawn (titles, names for readers of screens): `a[ESC]b`. */
export function spelled(text: string): string {
  return pieces(text)
    .map((piece) => (piece.kind === 'text' ? piece.text : `[${piece.name}]`))
    .join('');
}

/** In what people say, and in names: what merely keeps letters apart or together stays, what acts is shown. */
export function withVisibleControls(text: string): string {
  return text.replace(acting, (found) => `⟨${controlsIn(found).join('')}⟩`);
}

const acting = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const unseen = /(?![\n\t ])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}]/gu;

function holdsEmojiTogether(text: string, at: number, character: string): boolean {
  if (character !== '\u200d' && character !== '\ufe0e' && character !== '\ufe0f') {
    return false;
  }
  return /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f#*0-9]$/u.test(text.slice(Math.max(0, at - 2), at));
}

const c0 =
  'NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US';
const named = new Map([...c0.split(' ').entries(), [0x7f, 'DEL'], [0xa0, 'NBSP']] as const);

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return named.get(code) ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
