import { createApp, shallowRef } from 'vue';
import { clockKey } from '../../src/components/clock.ts';
import '../../src/styles/base.css';
import '../../src/styles/tokens.css';
import { now } from './stories.ts';
import SessionScene from './SessionScene.vue';

const wanted = new URLSearchParams(location.search);
const theme = wanted.get('theme');
if (theme !== null) {
  document.documentElement.dataset.theme = theme;
}
// Time stands still here, so that two pictures of a scene are the same; with `live` it passes.
const start = Date.now();
const passed = () => (wanted.has('live') ? Date.now() - start : 0);
const second = shallowRef(now);
if (wanted.has('live')) {
  setInterval(() => (second.value = now + passed()), 1_000);
}
createApp(SessionScene, { scene: wanted.get('scene') ?? 'running' })
  .provide(clockKey, { now: () => now + passed(), second })
  .mount('#app');
