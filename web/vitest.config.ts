import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vitest/config';

// Tests of plain code run without a document; one that needs it says `// @vitest-environment happy-dom`.
export default defineConfig({
  plugins: [vue()],
  // A test holds on a machine whose cores are busy: it ends by what happens, not by the clock.
  test: { include: ['test/**/*.test.ts'], testTimeout: 120_000 },
});
