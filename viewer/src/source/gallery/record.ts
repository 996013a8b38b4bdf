/** Recordings take seconds to compute: a page lets a worker do it, and goes on drawing. */
import { Scene, TriangleMesh } from 'inbetween';
import type { Opened, Recording } from '../opened.ts';
import type { RecordingName } from './recordings.ts';

/** What the worker answers. */
export type RecordedMessage = { readonly show: Recording; readonly title: string } | { readonly fault: string };

/** Starts the worker that computes one; whoever has its program elsewhere puts another in its place. */
export const recordingWorker: { start: () => Worker } = {
  start: () => new Worker(new URL('./record-worker.ts', import.meta.url), { type: 'module' }),
};

export async function record(name: RecordingName): Promise<Opened> {
  const isPage = typeof document !== 'undefined' && typeof Worker === 'function';
  const made = isPage ? await byWorker(name) : (await import('./recordings.ts')).RECORDINGS[name]();
  return { scene: new Scene({}), paths: [], starts: [], states: {}, problem: null, up: 'z', warnings: [], ...made };
}

function byWorker(name: RecordingName): Promise<{ readonly title: string; readonly show: Recording }> {
  const worker = recordingWorker.start();
  return new Promise<{ title: string; show: Recording }>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<RecordedMessage>) => {
      if ('fault' in data) reject(new Error(data.fault));
      else resolve({ title: data.title, show: withMeshes(data.show) });
    };
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(name);
  }).finally(() => worker.terminate());
}

/** Messages carry what a mesh is made of; those that parts shared they share again. */
export function withMeshes(show: Recording): Recording {
  const made = new Map<unknown, TriangleMesh>();
  const meshOf = (sent: TriangleMesh): TriangleMesh => {
    const { name, positions, indices, radii, solid, excess } = sent;
    const mesh =
      made.get(sent) ?? new TriangleMesh(positions, indices, { name, solid, excess, ...(radii === null ? {} : { radius: radii }) });
    made.set(sent, mesh);
    return mesh;
  };
  return { ...show, parts: show.parts.map((part) => ({ ...part, mesh: meshOf(part.mesh) })) };
}
