import type { Vec3 } from '../../src/math/pose.ts';
import { Random } from '../../src/math/random.ts';
import { TURN } from '../surface.ts';

const WAVES_PER_OCTAVE = 5;

/** A bumpy scalar field: plane waves in random directions, each octave 1.9 times finer and 0.55 times as high. */
export function waveField(seed: string, octaves: number, frequency: number): (p: Vec3) => number {
  const random = new Random(seed);
  const waves: { k: Vec3; phase: number; height: number }[] = [];
  let height = 1 / WAVES_PER_OCTAVE;
  for (let octave = 0; octave < octaves; octave++) {
    for (let i = 0; i < WAVES_PER_OCTAVE; i++) {
      const [x, y, z] = random.direction();
      waves.push({ k: [x * frequency, y * frequency, z * frequency], phase: random.next() * TURN, height });
    }
    frequency *= 1.9;
    height *= 0.55;
  }
  return (p) => {
    let sum = 0;
    for (const { k, phase, height } of waves) sum += height * Math.sin(k[0] * p[0] + k[1] * p[1] + k[2] * p[2] + phase);
    return sum;
  };
}
