import DOMPurify from 'dompurify';
import MarkdownIt, { type StateCore, type Token } from 'markdown-it';
import { withVisibleControls } from '../../strings/controls.ts';
import { en } from '../../strings/en.ts';

/** What a model wrote is never HTML, loads nothing, and says where its links go. */
const parser = new MarkdownIt({ html: false, linkify: true, breaks: false });
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
parser.validateLink = (address) => isSafe(address);

/** Past this a block stays plain text, whatever it is. */
export const HUGE = 200_000;
/** So much is looked at in one go. */
const WINDOW = 64_000;

function isSafe(address: string): boolean {
  return /^(?:https?:\/\/|mailto:)/i.test(address.trim());
}

const escaped = parser.utils.escapeHtml;

/** Where its blocks begin, by the parser's tokens of level 0. In windows, so that no text takes long. */
export function blockStarts(lines: string): readonly number[] {
  const starts = [0];
  let from = 0;
  let size = WINDOW;
  while (from < lines.length) {
    const to = lines.length - from <= size ? lines.length : lines.indexOf('\n', from + size) + 1 || lines.length;
    const found = startsIn(lines.slice(from, to));
    const last = found.at(-1) ?? 0;
    if (to === lines.length) {
      starts.push(...found.filter((start) => start > 0).map((start) => from + start));
      return starts;
    }
    if (last > 0) {
      starts.push(...found.filter((start) => start > 0).map((start) => from + start));
      from += last;
      size = WINDOW;
    } else if (size < HUGE) {
      size *= 2;
    } else {
      const end = endOfHuge(lines, from);
      if (end >= lines.length) {
        return starts;
      }
      starts.push(end);
      from = end;
      size = WINDOW;
    }
  }
  return starts;
}

function startsIn(lines: string): readonly number[] {
  const tokens: Token[] = [];
  parser.block.parse(lines, parser, {}, tokens);
  const firstLines = tokens.flatMap((token) =>
    token.level === 0 && token.nesting >= 0 && token.map ? [token.map[0]] : [],
  );
  const starts: number[] = [];
  let line = 0;
  let at = 0;
  for (const first of firstLines) {
    for (; line < first; line++) {
      at = lines.indexOf('\n', at) + 1;
    }
    starts.push(at);
  }
  return starts;
}

/** A fence ends where it is closed, everything else at an empty line. */
function endOfHuge(lines: string, from: number): number {
  const fence = fenceAt(lines.slice(from, from + 200));
  const end = fence === undefined ? /\n[ \t]*\n/g : new RegExp(`\\n {0,3}${fence}+[ \\t]*\\n`, 'g');
  end.lastIndex = from;
  const found = end.exec(lines);
  return found === null ? lines.length : found.index + found[0].length;
}

function fenceAt(source: string): string | undefined {
  return /^\s{0,3}(`{3,}|~{3,})/.exec(source)?.[1];
}

export interface Code {
  readonly language: string;
  readonly text: string;
  /** Whether its last line is there. */
  readonly closed: boolean;
}

/** A block that is nothing but code; it is drawn without HTML. */
export function codeIn(source: string): Code | undefined {
  const fence = fenceAt(source);
  if (fence === undefined) {
    return undefined;
  }
  const start = source.indexOf('\n');
  if (start < 0) {
    return undefined;
  }
  const language = /^\s*[`~]+\s*([\w+#.-]*)/.exec(source)?.[1] ?? '';
  const body = source.slice(start + 1);
  const end = new RegExp(`(?:^|\\n) {0,3}${fence}[\`~]*[ \\t]*\\n*\\s*$`).exec(body);
  return { language, text: end === null ? body.replace(/\n$/, '') : body.slice(0, end.index), closed: end !== null };
}

const aligned = (tokens: readonly Token[], at: number): string => {
  const token = tokens[at];
  const side = /(left|center|right)/.exec(String(token?.attrGet('style') ?? ''))?.[1];
  return `<${token?.tag ?? 'td'}${side === undefined ? '' : ` class="${side}"`}>`;
};
// As a class, since the gateway's CSP allows no style attributes.
parser.renderer.rules['th_open'] = aligned;
parser.renderer.rules['td_open'] = aligned;
parser.renderer.rules['table_open'] = () => '<div class="table"><table>';
parser.renderer.rules['table_close'] = () => '</table></div>';

/** More of them take the browser longer to lay out than anyone waits. Copy has them all. */
const MOST_COLUMNS = 40;

// Before what is in the cells is read.
parser.core.ruler.after('block', 'columns', (state) => {
  const kept: Token[] = [];
  let column = 0;
  for (const token of state.tokens) {
    const isCell = token.type === 'th_open' || token.type === 'td_open';
    column = token.type === 'tr_open' ? 0 : isCell ? column + 1 : column;
    if (token.type === 'tr_close') {
      kept.push(...moreColumns(state, kept, column - MOST_COLUMNS));
    }
    if (column <= MOST_COLUMNS || token.type === 'tr_close') {
      kept.push(token);
      column = token.type === 'tr_close' ? 0 : column;
    }
  }
  state.tokens = kept;
});

/** In the head of the table. */
function moreColumns(state: StateCore, before: readonly Token[], count: number): readonly Token[] {
  if (count <= 0 || before.at(-1)?.type !== 'th_close') {
    return [];
  }
  const words = new state.Token('inline', '', 0);
  words.content = en.session.moreColumns(count);
  words.children = [];
  return [new state.Token('th_open', 'th', 1), words, new state.Token('th_close', 'th', -1)];
}

/** Images are not loaded: who wants one follows the link. */
parser.renderer.rules['image'] = (tokens, at) => {
  const token = tokens[at];
  const address = String(token?.attrGet('src') ?? '');
  const words = token?.content || address;
  return `${opened(address)}${escaped(words)}</a>${place(address, words)}`;
};

function opened(address: string): string {
  const where = escaped(address);
  return `<a href="${where}" title="${where}" target="_blank" rel="noopener noreferrer">`;
}

/** Where a link goes, unless its words are nothing but an address there. */
function place(address: string, words: string): string {
  const goal = goalOf(address);
  return goalIn(words) === goal ? '' : ` <span class="place">${escaped(goal)}</span>`;
}

/** As the browser reads it: without what stands before an @, and a name in foreign letters spelled out. */
function goalOf(address: string): string {
  if (/^mailto:/i.test(address)) {
    return address.slice('mailto:'.length);
  }
  return URL.canParse(address) ? new URL(address).host : address;
}

/** By the letter, not by what they would lead to: letters may look like others. */
function goalIn(words: string): string {
  const host = /^(?:https?:\/\/)?([^\s/?#\\@]+)(?:[/?#]\S*)?$/i.exec(words.trim())?.[1];
  return host?.toLowerCase() ?? words.trim();
}

parser.renderer.rules['link_open'] = (tokens, at) => opened(String(tokens[at]?.attrGet('href') ?? ''));
parser.renderer.rules['link_close'] = (tokens, at) => {
  const start = tokens.findLastIndex((token, i) => i < at && token.type === 'link_open');
  const words = tokens
    .slice(start + 1, at)
    .map((token) => token.content)
    .join('');
  return `</a>${place(String(tokens[start]?.attrGet('href') ?? ''), words)}`;
};

const tags =
  'a blockquote br code del div em h1 h2 h3 h4 h5 h6 hr li ol p pre s span strong table tbody td th thead tr ul';

/** What the parser makes of it; it has no tags of the text's own. */
export function markup(source: string): string {
  return parser.render(withVisibleControls(source));
}

/** The same, looked at by somebody else: if the parser is ever wrong, it still is no script. */
export function toHtml(source: string): string {
  return DOMPurify.sanitize(markup(source), {
    ALLOWED_TAGS: tags.split(' '),
    ALLOWED_ATTR: ['class', 'href', 'rel', 'start', 'target', 'title'],
    ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:)/i,
    // Else they are taken for addresses, and dropped.
    ADD_URI_SAFE_ATTR: ['rel', 'start', 'target'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
}
