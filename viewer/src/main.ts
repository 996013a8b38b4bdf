/** The page begins here. */
import { App } from './app.ts';
import { GALLERY } from './source/gallery.ts';
import { sourceOf } from './source/source-link.ts';

const app = new App(document.getElementById('app') as HTMLElement);
Object.defineProperty(window, 'inbetweenViewer', { get: () => app.facts });
void app.open(sourceOf(location.hash) ?? { kind: 'gallery', id: GALLERY[0].id });
