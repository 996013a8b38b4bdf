import { Scene } from 'inbetween';
import { robotScenes } from '../../../scenes/robots/robot-scenes.ts';
import type { Opened, Source } from './opened.ts';

export interface GalleryEntry {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly citation: string;
  open(): Opened | Promise<Opened>;
}

function robotEntry(id: string, name: string, title: string, to: readonly number[]): GalleryEntry {
  return {
    id,
    title,
    text: 'A scene of the papers.',
    citation: 'redon2004',
    open: () => {
      const { robots, obstacles, self, home } = robotScenes[name]();
      const scene = new Scene({ robots, obstacles, self });
      const goal = home.map((x, i) => x + (to[i] ?? 0));
      return {
        title,
        scene,
        paths: [{ name: 'path', motions: { [robots[0].name]: robots[0].path([home, goal]) } }],
        starts: [home],
        states: { [robots[0].name]: { home } },
        problem: null,
        up: 'z',
        warnings: [],
      };
    },
  };
}

export const GALLERY: readonly GalleryEntry[] = [
  robotEntry('puma-pipes', 'puma-pipes', 'Puma among pipes', [1.6, 0.9, -0.4, 0.3, 0.2, 0]),
  robotEntry('machine-room', 'puma-amr', 'Puma in a machine room', [2.6, 1.4, 0.4, 0.3, 0.2, 0]),
];

export async function openSource(source: Source): Promise<Opened> {
  if (source.kind !== 'gallery') throw new Error('only the gallery so far');
  const entry = GALLERY.find(({ id }) => id === source.id);
  if (entry === undefined) throw new Error(`there is no gallery entry '${source.id}'`);
  return entry.open();
}
