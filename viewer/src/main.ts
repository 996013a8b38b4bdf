/** The page begins here. */
import { App } from './app.ts';
import { GALLERY } from './source/open-source.ts';

const app = new App(document.getElementById('app') as HTMLElement);
Object.defineProperty(window, 'inbetweenViewer', { get: () => app.facts });
void app.open({ kind: 'gallery', id: new URLSearchParams(location.hash.slice(1)).get('gallery') ?? GALLERY[0].id });
