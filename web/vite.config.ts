import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import vue from '@vitejs/plugin-vue';
import { defineConfig, type Plugin } from 'vite';

const here = import.meta.dirname;

/** The service worker, with the names of all files in front of it: another build is another worker. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const built = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
      // Pictures for the system that installs the app are of no use to a page without a connection.
      const kept = readdirSync(join(here, 'public')).filter((name) => !name.endsWith('.png'));
      const files = [...built, ...kept].map((name) => `/${name}`).sort();
      const fixed = readdirSync(join(here, 'public')).map((name) => readFileSync(join(here, 'public', name)));
      const version = fixed.reduce((sum, content) => sum.update(content), createHash('sha256').update(files.join()));
      const source = readFileSync(join(here, 'serviceWorker/sw.js'), 'utf8');
      this.emitFile({
        type: 'asset',
        fileName: 'sw.js',
        source:
          `const VERSION = '${version.digest('hex').slice(0, 16)}';\n` +
          `const FILES = ${JSON.stringify(files)};\n${source}`,
      });
    },
  };
}

export default defineConfig({
  plugins: [vue(), serviceWorker()],
  build: {
    // Browsers that know light-dark(), so that the colours stay as tokens.css has them.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // The gateway's CSP allows files of its own and nothing inline: no data: addresses, no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
