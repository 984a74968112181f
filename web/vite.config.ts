import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [vue()],
  build: {
    // Browsers that know light-dark(), so that the colours stay as tokens.css has them.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // The gateway's CSP allows files of its own and nothing inline: no data: addresses, no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
