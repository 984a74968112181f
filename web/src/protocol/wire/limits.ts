/** What the gateway takes of one message, as docs/protocols/hud.md and its desk have it. */

/** Characters of its text: a pair of surrogates is one. */
export const MOST_CHARACTERS = 200_000;
/** Bytes of a frame. One that is larger ends the link. */
export const MOST_BYTES = 1024 * 1024;
/** What stands around the text: type, id, mode. */
const AROUND = 512;

/** Characters of an id. */
const MOST_OF_ID = 128;

/** Whether a session can be called so. What cannot be is refused by the gateway for good, and a browser is not told why. */
export function canBeSession(id: string): boolean {
  return id.trim() !== '' && characters(id) <= MOST_OF_ID && !/[\p{Cc}\p{Cs}]/u.test(id);
}

/** Quick for what is short: it is asked at each key. */
export function isTooLong(text: string): boolean {
  if (text.length > MOST_CHARACTERS && characters(text) > MOST_CHARACTERS) {
    return true;
  }
  // No character takes more than the six of `\u0000`.
  return text.length * 6 + AROUND > MOST_BYTES && bytesOf(JSON.stringify(text)) + AROUND > MOST_BYTES;
}

function characters(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    if (isHigh(text.charCodeAt(i)) && isLow(text.charCodeAt(i + 1))) {
      count--;
      i++;
    }
  }
  return count;
}

/** In UTF-8. A half of a pair counts two, so that a pair counts four. */
function bytesOf(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    count += unit < 0x80 ? 1 : unit < 0x800 || isHigh(unit) || isLow(unit) ? 2 : 3;
  }
  return count;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
