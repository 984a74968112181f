/** One file for all parts of a session: they are shown together. */
export { default as SessionTalk } from './SessionTalk.vue';
export { default as SessionTop } from './SessionTop.vue';
export { default as SessionWork } from './SessionWork.vue';
