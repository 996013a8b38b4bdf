/** The page begins here. */
import { App } from './app.ts';

const app = new App(document.getElementById('app') as HTMLElement);
Object.defineProperty(window, 'inbetweenViewer', { get: () => app.facts });
void app.restore(location.hash);
