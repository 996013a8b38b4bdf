/** The page begins here. */
import { App } from './app.ts';

const app = new App(document.getElementById('app') as HTMLElement);
Object.defineProperty(window, 'inbetweenViewer', { get: () => app.facts });
// whoever serves the page may say what it shows where its address says nothing
const own = document.querySelector<HTMLMetaElement>('meta[name=inbetween-link]')?.content ?? '';
void app.restore(location.hash === '' ? own : location.hash);
