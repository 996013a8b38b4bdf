/** The page begins here. */
import { App } from './app.ts';
import { readHash } from './panels/share.ts';

const app = new App(document.getElementById('app') as HTMLElement);
Object.defineProperty(window, 'inbetweenViewer', { get: () => app.facts });
void app.restore(readHash(location.hash));
