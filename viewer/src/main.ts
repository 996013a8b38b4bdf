/** The page begins here. */
import { App } from './app.ts';

// whoever serves the page may say what it shows where its address names nothing
const home = document.querySelector<HTMLMetaElement>('meta[name=inbetween-link]')?.content ?? '';
const app = new App(document.getElementById('app') as HTMLElement, home);
Object.defineProperty(window, 'inbetweenViewer', { get: () => app.facts });
void app.restore(location.hash);
