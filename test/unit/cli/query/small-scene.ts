import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A cube with edges of length 2 about the origin. */
export const CUBE_OBJ = `${[-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => `v ${x} ${y} ${z}`))).join('\n')}
f 1 2 4
f 1 4 3
f 5 7 8
f 5 8 6
f 1 5 6
f 1 6 2
f 3 4 8
f 3 8 7
f 1 3 7
f 1 7 5
f 2 6 8
f 2 8 4
`;

const UPRIGHT = [0, 0, 0, 1];

/** Two cubes. Query 0 meets at t = 0.4 face to face, 1 passes by, 2 starts inside, 3 is as 0 but has a wrong reference, 4 has none. */
export const SMALL_SCENE = {
  format: 'ccd-scene/1',
  name: 'cubes',
  meshA: 'cube.obj',
  meshB: 'cube.obj',
  poseB: { q: UPRIGHT, t: [0, 0, 0] },
  motion: 'linear-origin+constant-axis',
  touch: 0.001,
  queries: [
    { id: 0, q0: UPRIGHT, t0: [4, 0.3, 0.2], q1: UPRIGHT, t1: [-1, 0.3, 0.2], ref: { collide: true, lo: 0.3998, hi: 0.4, d0: 2 } },
    { id: 1, q0: UPRIGHT, t0: [4, 3, 0], q1: UPRIGHT, t1: [-4, 3, 0], ref: { collide: false, lo: 1, hi: 1, d0: 2.2 } },
    { id: 2, q0: UPRIGHT, t0: [0.5, 0.5, 0.5], q1: UPRIGHT, t1: [4, 0, 0] },
    { id: 3, q0: UPRIGHT, t0: [4, 0.3, 0.2], q1: UPRIGHT, t1: [-1, 0.3, 0.2], ref: { collide: false, lo: 1, hi: 1 } },
    { id: 4, q0: UPRIGHT, t0: [4, 0.3, 0.2], q1: UPRIGHT, t1: [-1, 0.3, 0.2] },
  ],
};

export interface TemporaryFolder {
  readonly path: (name: string) => string;
  /** Writes a file and gives its path; anything but text and bytes as JSON. */
  readonly write: (name: string, content: unknown) => string;
  readonly remove: () => void;
}

export function temporaryFolder(): TemporaryFolder {
  const folder = mkdtempSync(join(tmpdir(), 'inbetween-cli-'));
  const path = (name: string) => join(folder, name);
  return {
    path,
    write: (name, content) => {
      writeFileSync(path(name), typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content));
      return path(name);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
