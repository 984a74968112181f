import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vitest/config';

// Tests of plain code run without a document; one that needs it says `// @vitest-environment happy-dom`.
export default defineConfig({
  plugins: [vue()],
  test: { include: ['test/**/*.test.ts'] },
});
