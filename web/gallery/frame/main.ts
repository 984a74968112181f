import { createApp } from 'vue';
import '../../src/styles/base.css';
import '../../src/styles/tokens.css';
import Scenes from './Scenes.vue';

const wanted = new URLSearchParams(location.search);
const theme = wanted.get('theme');
if (theme !== null) {
  document.documentElement.dataset.theme = theme;
}
createApp(Scenes, { scene: wanted.get('scene') ?? 'session' }).mount('#app');
