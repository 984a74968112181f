import { defineAsyncComponent } from 'vue';

/** Screens, each in a file of its own that is loaded when it is first shown. */
const load = {
  signIn: () => import('./signin/SignIn.vue'),
  welcome: () => import('./welcome/WelcomeScreen.vue'),
  missing: () => import('./missing/Missing.vue'),
  session: () => import('./session/parts.ts'),
  palette: () => import('./shell/AppPalette.vue'),
} as const;

export const SignIn = defineAsyncComponent(load.signIn);
export const WelcomeScreen = defineAsyncComponent(load.welcome);
export const Missing = defineAsyncComponent(load.missing);
export const AppPalette = defineAsyncComponent(load.palette);
export const SessionTop = defineAsyncComponent(() => load.session().then((parts) => parts.SessionTop));
export const SessionTalk = defineAsyncComponent(() => load.session().then((parts) => parts.SessionTalk));
export const SessionWork = defineAsyncComponent(() => load.session().then((parts) => parts.SessionWork));

/** When there is time: a page that has them can do without the gateway for a while. */
export async function loadAll(): Promise<void> {
  await Promise.all([load.welcome(), load.session(), load.palette(), load.missing(), load.signIn()]);
}
