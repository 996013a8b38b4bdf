/** Does a graphics device see as it should? Small pictures whose answer is known, asked once of every device. */
import { Random } from '../../math/random.ts';
import type { Gpu } from '../device/gpu.ts';
import { GpuFault } from '../device/gpu-fault.ts';
import { VISIBLE_MARGINS } from '../twin/view-frame.ts';
import { type FullyVisible, VisibleTwin } from '../twin/visible-twin.ts';
import { VisibleDevice } from './visible-device.ts';

const SOUND = new WeakSet<GPUDevice>();
const OBJECTS = 40;
const SIZE = 16;

/**
 * Throws a GpuFault where an obstacle is reported fully visible that the twin hides by twice the margins' width, or the
 * other way round.
 */
export async function requireSight(gpu: Gpu): Promise<void> {
  if (SOUND.has(gpu.device)) return;
  const random = new Random('sight');
  const triangles = (count: number, size: number, radius: number): Float32Array<ArrayBuffer> => {
    const out = new Float32Array(10 * count);
    for (let i = 0; i < count; i++) {
      const place = random.direction();
      for (let k = 0; k < 9; k++) out[10 * i + k] = place[k % 3] + size * random.range(-1, 1);
      out[10 * i + 9] = radius;
    }
    return out;
  };
  const objects = triangles(OBJECTS, 0.3, 0);
  const links = triangles(2, 0.3, 0.05);
  const parts = Array.from({ length: OBJECTS }, (_, first) => ({ first, count: 1 }));
  const linkParts = parts.slice(0, 2);
  const device = await VisibleDevice.open(gpu, objects, SIZE);
  try {
    const seen = await device.findVisible(links, linkParts, parts);
    const wider = { ...VISIBLE_MARGINS, half: 1, storing: 2 ** -6 };
    const narrower = { ...VISIBLE_MARGINS, half: 0.375, storing: 0, separating: 0, sloping: 0 };
    const surely = await new VisibleTwin(objects, SIZE, wider).findVisible(links, linkParts, parts);
    const perhaps = await new VisibleTwin(objects, SIZE, narrower).findVisible(links, linkParts, parts);
    // what is seen with more room is seen; what is seen is seen with less room
    if (!within(surely, seen) || !within(seen, perhaps) || !perhaps.objects.includes(0))
      throw new GpuFault('wrong', 'the graphics device draws pictures that are not what they should be');
  } finally {
    device.close();
  }
  SOUND.add(gpu.device);
}

/** Is each that is seen in the first seen in the second? */
function within(first: FullyVisible, second: FullyVisible): boolean {
  return (['links', 'objects'] as const).every((kind) => first[kind].every((seen, i) => seen === 0 || second[kind][i] === 1));
}
