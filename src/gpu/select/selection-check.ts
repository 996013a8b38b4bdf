/** Does a graphics device select as it should? A small question whose answer is known, asked once of every device. */
import { Random } from '../../math/random.ts';
import { CpuCandidateFinder } from '../../tool/candidates.ts';
import type { Gpu } from '../device/gpu.ts';
import { GpuFault } from '../device/gpu-fault.ts';
import { selectTwin } from '../twin/select-twin.ts';
import { packVolume, SELECTION_MARGINS, VOLUME_WORDS } from './packed-volume.ts';
import { SelectionDevice } from './selection-device.ts';

const SOUND = new WeakSet<GPUDevice>();
const VERTICES = 700;
const TRIANGLES = 3000;
const PLANES = 7;

/** Throws a GpuFault where a triangle is missing that the processor finds, or one is there without an explanation. */
export async function requireSoundSelection(gpu: Gpu): Promise<void> {
  if (SOUND.has(gpu.device)) return;
  const random = new Random('selection');
  const coordinates = (): Float32Array<ArrayBuffer> => Float32Array.from({ length: 3 * VERTICES }, () => random.range(-1, 1));
  const indices = Uint32Array.from({ length: 3 * TRIANGLES }, () => random.integer(VERTICES));
  const [start, end] = [coordinates(), coordinates()];
  const planes = Float64Array.from(Array.from({ length: PLANES }, () => [...random.direction(), random.range(0, 0.4)]).flat());
  const device = await SelectionDevice.open(gpu, { indices, first: 0, triangleCount: TRIANGLES, vertexCount: VERTICES });
  try {
    const ends = [
      { kind: 'f32', array: start },
      { kind: 'f32', array: end },
    ] as const;
    const found = new Set((await device.find(planes, PLANES, ends, false)).triangles);
    const must = new Uint32Array(TRIANGLES);
    const count = new CpuCandidateFinder().find(planes, PLANES, Float64Array.from(start), Float64Array.from(end), indices, TRIANGLES, must);
    const volume = new Float32Array(VOLUME_WORDS);
    packVolume(planes, PLANES, false, volume, { ...SELECTION_MARGINS, slack: 4 * SELECTION_MARGINS.slack });
    const may = new Set(selectTwin(volume, PLANES, start, end, indices));
    const missing = must.subarray(0, count).some((triangle) => !found.has(triangle));
    if (missing || [...found].some((triangle) => !may.has(triangle)))
      throw new GpuFault('wrong', 'the graphics device gives a wrong answer to a question whose answer is known');
  } finally {
    device.close();
  }
  SOUND.add(gpu.device);
}
