// Runs a program of a guide, or what somebody made of it, away from the page: its imports are doors of the library, what it prints and
// the last answer that can be drawn go to the page. The page ends this worker when it takes too long.
import { transform } from 'sucrase';
import { printed } from './printed.ts';
import type { Ran, Run } from './run-protocol.ts';

const DOORS: Readonly<Record<string, () => Promise<object>>> = {
  inbetween: () => import('inbetween'),
  'inbetween/methods': () => import('inbetween/methods'),
  'inbetween/soft': () => import('inbetween/soft'),
  'inbetween/tool': () => import('inbetween/tool'),
  'inbetween/world': () => import('inbetween/world'),
  'inbetween/convex': () => import('inbetween/convex'),
  'inbetween/broad': () => import('inbetween/broad'),
  'inbetween/trees': () => import('inbetween/trees'),
  'inbetween/io': () => import('inbetween/io'),
  'inbetween/plan': () => import('inbetween/plan'),
  'inbetween/gpu': () => import('inbetween/gpu'),
  'inbetween/three': () => import('inbetween/three'),
  three: () => import('three'),
};

const scope = globalThis as unknown as Worker & { SharedArrayBuffer?: SharedArrayBufferConstructor };
const tell = (message: Ran) => scope.postMessage(message);
// a page that no server isolates has it too, though not by name
scope.SharedArrayBuffer ??= new WebAssembly.Memory({ initial: 0, maximum: 0, shared: true }).buffer
  .constructor as SharedArrayBufferConstructor;

type Drawn = typeof import('./drawn-answer.ts');
/** Draws the question that was answered last. */
let last: ((drawn: Drawn) => ReturnType<Drawn['pairDrawn']>) | undefined;

/** The door, with what it answers looked at. */
async function opened(name: string): Promise<object> {
  const door = DOORS[name];
  if (door === undefined) throw new Error(`'${name}' cannot be imported here; there are ${Object.keys(DOORS).join(', ')}`);
  if (name !== 'inbetween') return door();
  const { firstContact, Scene, ...others } = await import('inbetween');
  const asked = Scene.prototype.firstContact;
  Scene.prototype.firstContact = function (motions, options = {}) {
    const result = asked.call(this, motions, options);
    last = ({ sceneDrawn }) => sceneDrawn(this, motions, options, result).data;
    return result;
  };
  const watched: typeof firstContact = (a, b, options = {}) => {
    const result = firstContact(a, b, options);
    last = ({ pairDrawn }) => pairDrawn(a, b, options, result);
    return result;
  };
  return { ...others, Scene, firstContact: watched };
}

const AsyncFunction = (async () => {}).constructor as new (...texts: string[]) => (...values: unknown[]) => Promise<void>;

scope.addEventListener('message', async ({ data: { text } }: MessageEvent<Run>) => {
  try {
    const { code } = transform(text, { transforms: ['typescript', 'imports'], disableESTransforms: true });
    const names = new Set([...code.matchAll(/\brequire\('([^']+)'\)/g)].map(([, name]) => name));
    const modules = new Map(await Promise.all([...names].map(async (name) => [name, await opened(name)] as const)));
    const log = (...values: unknown[]) => tell({ kind: 'line', text: printed(values) });
    const run = new AsyncFunction('require', 'exports', 'console', code);
    await run((name: string) => modules.get(name), {}, { ...console, log, info: log, warn: log, error: log });
    tell({ kind: 'done' });
  } catch (error) {
    tell({ kind: 'failed', text: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  }
  // what cannot be drawn is not
  const picture = await import('./drawn-answer.ts').then((drawn) => last?.(drawn)).catch(() => undefined);
  tell({ kind: 'picture', data: picture });
});
