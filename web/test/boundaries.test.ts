import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const src = join(import.meta.dirname, '../src');

/** What files of a folder may import of ours, beside their own folder. The longest folder that fits counts. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'protocol/wire': [],
  'protocol/link': ['protocol/wire'],
  'protocol/model': ['protocol/wire'],
  browser: ['protocol'],
  state: ['protocol'],
  components: ['strings', 'protocol/model'],
  screens: ['state', 'components', 'strings', 'protocol'],
  strings: [],
  styles: [],
  'App.vue': ['screens', 'state', 'components', 'strings', 'protocol'],
  'main.ts': [''],
};

/** What comes from npm, where that is not everything. */
const packages: Readonly<Record<string, readonly string[]>> = { protocol: [], strings: [], browser: [] };

describe('what imports what', () => {
  it('follows the folders of WEBSTYLE, in one direction', () => {
    expect(files(src).flatMap(offences)).toEqual([]);
  });

  it('has a rule for every file', () => {
    expect(files(src).filter((file) => ruleFor(file) === undefined)).toEqual([]);
  });

  it('would notice an offender', () => {
    expect(offencesOf('protocol/wire/hud.ts', `import { step } from '../link/link.ts';`)).toEqual([
      'protocol/wire/hud.ts imports protocol/link/link.ts',
    ]);
    expect(offencesOf('protocol/model/talk.ts', `import { ref } from 'vue';`)).toEqual([
      'protocol/model/talk.ts imports vue',
    ]);
    expect(offencesOf('components/Row.vue', `const feed = await import('../state/feed.ts');`)).toEqual([
      'components/Row.vue imports state/feed.ts',
    ]);
  });
});

function files(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => /\.(ts|vue)$/.test(file));
}

function offences(file: string): readonly string[] {
  return offencesOf(file, readFileSync(join(src, file), 'utf8'));
}

function offencesOf(file: string, text: string): readonly string[] {
  return importsOf(text)
    .filter((name) => !(isOurs(name) ? mayReach(file, resolved(file, name)) : mayUse(file, name)))
    .map((name) => `${file} imports ${isOurs(name) ? resolved(file, name) : name}`);
}

function isOurs(name: string): boolean {
  return name.startsWith('.');
}

function resolved(file: string, name: string): string {
  return posix.join(posix.dirname(file), name);
}

function importsOf(text: string): readonly string[] {
  const lines =
    /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|[^.\w])import\s*\(?\s*['"]([^'"]+)['"]/g;
  return [...text.matchAll(lines)].map((found) => found[1] ?? found[2] ?? '');
}

function mayReach(file: string, target: string): boolean {
  const folder = ruleFor(file) ?? '';
  return [folder, ...(allowed[folder] ?? [])].some((place) => isIn(target, place));
}

function mayUse(file: string, name: string): boolean {
  const folder = Object.keys(packages).find((place) => isIn(file, place));
  return folder === undefined || (packages[folder] ?? []).includes(name);
}

function ruleFor(file: string): string | undefined {
  return Object.keys(allowed)
    .filter((place) => isIn(file, place))
    .sort((a, b) => b.length - a.length)[0];
}

function isIn(path: string, place: string): boolean {
  return place === '' || path === place || path.startsWith(`${place}/`);
}
