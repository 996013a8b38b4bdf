import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { benchmarkMesh, smoothStep, TURN, torusLike } from '../surface.ts';

const AROUND = 320;
const ACROSS = 40;
const TEETH = 20;
const BORE = 0.32;
const ROOT = 0.8;
const TIP = 1;
const HALF_THICKNESS = 0.18;

/** A spur gear of 20 teeth with a bore. 25,600 triangles. */
export function gear(): TriangleMesh {
  const section = crossSection();
  const surface = torusLike(AROUND, ACROSS, (i, j) => {
    const angle = (i / AROUND) * TURN;
    const alongTooth = ((i * TEETH) % AROUND) / AROUND;
    const rise = 1 - Math.abs(2 * alongTooth - 1);
    const rim = ROOT + (TIP - ROOT) * smoothStep(0.3, 0.7, rise);
    const [fraction, z] = section[j];
    const radius = BORE + (rim - BORE) * fraction;
    return [radius * Math.cos(angle), radius * Math.sin(angle), z];
  });
  return benchmarkMesh('gear', surface);
}

/** Once around the ring's rectangular cross-section: radial fraction (0 bore, 1 rim) and height. */
function crossSection(): (readonly [fraction: number, z: number])[] {
  const section: (readonly [number, number])[] = [];
  const h = HALF_THICKNESS;
  for (let i = 0; i < 12; i++) section.push([1, -h + (2 * h * i) / 12]);
  for (let i = 0; i < 8; i++) section.push([1 - i / 8, h]);
  for (let i = 0; i < 12; i++) section.push([0, h - (2 * h * i) / 12]);
  for (let i = 0; i < 8; i++) section.push([i / 8, -h]);
  return section;
}
