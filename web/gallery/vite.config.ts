import vue from '@vitejs/plugin-vue';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';

// Pages with made-up facts, to look at parts of the app without a gateway: `npm run gallery`, then serve
// node_modules/.gallery. The app's own build does not know of them.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [vue()],
  build: {
    outDir: join(import.meta.dirname, '../node_modules/.gallery'),
    emptyOutDir: true,
    target: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: readdirSync(import.meta.dirname)
        .filter((file) => file.endsWith('.html'))
        .map((file) => join(import.meta.dirname, file)),
    },
  },
});
