import type { HLJSApi, LanguageFn } from 'highlight.js';

/** A piece of a line with one colour. */
export interface Run {
  readonly text: string;
  readonly kind: Kind | undefined;
}

export type Kind = 'kw' | 'str' | 'num' | 'com' | 'fn';

/** More than this is not coloured: it would take longer than anyone waits for colours. */
const MOST = 60_000;

const languages: Readonly<Record<string, () => Promise<{ default: LanguageFn }>>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  go: () => import('highlight.js/lib/languages/go'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  python: () => import('highlight.js/lib/languages/python'),
  rust: () => import('highlight.js/lib/languages/rust'),
  sql: () => import('highlight.js/lib/languages/sql'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
};

/** What people and files call them. */
const names: Readonly<Record<string, string>> = {
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  console: 'bash',
  patch: 'diff',
  golang: 'go',
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  py: 'python',
  rs: 'rust',
  ts: 'typescript',
  tsx: 'typescript',
  mts: 'typescript',
  html: 'xml',
  svg: 'xml',
  vue: 'xml',
  yml: 'yaml',
};

/** By the name of a language or the end of a file's name; undefined if it has no colours here. */
export function languageOf(name: string): string | undefined {
  const wanted = name.toLowerCase();
  const language = names[wanted] ?? wanted;
  return Object.hasOwn(languages, language) ? language : undefined;
}

export function languageOfPath(path: string): string | undefined {
  return languageOf(path.slice(path.lastIndexOf('.') + 1));
}

/** Its lines in colours, when the browser has time for it; undefined if it stays as it is. */
export async function highlight(code: string, language: string): Promise<readonly (readonly Run[])[] | undefined> {
  const load = languages[language];
  if (load === undefined || code.length > MOST) {
    return undefined;
  }
  const [{ default: core }, { default: rules }] = await Promise.all([import('highlight.js/lib/core'), load()]);
  await idle();
  register(core, language, rules);
  return linesOf(core.highlight(code, { language, ignoreIllegals: true }).value);
}

function register(core: HLJSApi, language: string, rules: LanguageFn): void {
  if (core.getLanguage(language) === undefined) {
    core.registerLanguage(language, rules);
  }
}

function idle(): Promise<void> {
  return new Promise((done) => {
    if ('requestIdleCallback' in globalThis) {
      requestIdleCallback(() => done(), { timeout: 1_000 });
    } else {
      setTimeout(done, 1);
    }
  });
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/** Its output is spans with a class and text, nothing else: read here, so that no HTML is put into the page. */
export function linesOf(html: string): readonly (readonly Run[])[] {
  const lines: Run[][] = [[]];
  const open: (Kind | undefined)[] = [];
  for (const [piece, name] of html.matchAll(/<span class="([^"]*)">|<\/span>|[^<]+/g)) {
    if (name !== undefined) {
      open.push(kindOf(name) ?? open.at(-1));
    } else if (piece === '</span>') {
      open.pop();
    } else {
      const text = piece.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity);
      text.split('\n').forEach((part, i) => {
        if (i > 0) {
          lines.push([]);
        }
        if (part !== '') {
          lines.at(-1)?.push({ text: part, kind: open.at(-1) });
        }
      });
    }
  }
  return lines;
}

function kindOf(name: string): Kind | undefined {
  const first = name.split(' ')[0]?.replace('hljs-', '') ?? '';
  switch (first) {
    case 'keyword':
    case 'literal':
    case 'built_in':
    case 'type':
    case 'selector-tag':
    case 'name':
      return 'kw';
    case 'string':
    case 'regexp':
    case 'symbol':
    case 'addition':
      return 'str';
    case 'number':
    case 'deletion':
      return 'num';
    case 'comment':
    case 'quote':
    case 'meta':
      return 'com';
    case 'title':
    case 'section':
      return 'fn';
    default:
      return undefined;
  }
}
