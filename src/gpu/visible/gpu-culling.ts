/*
 * Stage 2 of [Redon et al. 2004, §4.2.3] as it stands there: the volumes that links sweep against the environment, by
 * visibility on graphics hardware [Govindaraju et al. 2003]; then exact contact by method `interval` of what is left.
 * Guarantee: that of Scene.firstContact by method `interval`. A pair is left out only where it keeps more than the
 * clearance on all of a segment: docs/notes/gpu-visibility.md. Where graphics hardware fails in any way the processor
 * does all of the work, and the answer says so.
 * A reproduction with a proof, not the fast way: stage 2 takes the processor less than one round trip to the device.
 */
import { isBuiltIn, methodOf } from '../../contact/method.ts';
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { interval, intervalGiven } from '../../methods/interval.ts';
import { pairKey, type SweptQuestion, type SweptSegment } from '../../methods/stages/given-culling.ts';
import type { IntervalAsk } from '../../methods/stages/segment-intervals.ts';
import { sweptQuestion } from '../../methods/stages/swept-question.ts';
import { STATE_P } from '../../motion/motion.ts';
import type { SceneFirstContact } from '../../scene/answers/scene-result.ts';
import type { SceneMotions } from '../../scene/content/scene-motions.ts';
import { Scene } from '../../scene/scene.ts';
import type { SceneMethod } from '../../scene/search/scene-method.ts';
import type { SceneFirstContactOptions } from '../../scene/search/scene-options.ts';
import type { Gpu } from '../device/gpu.ts';
import { GpuFault } from '../device/gpu-fault.ts';
import { checkGpuMode, type GpuMode, type GpuUse } from '../device/gpu-use.ts';
import { type GpuDevice, openGpu } from '../device/open-gpu.ts';
import type { Part } from '../twin/visible-twin.ts';
import { drawnVolumes, raised } from './drawn-volumes.ts';
import { requireSight } from './visible-check.ts';
import { largestCoordinate, VisibleDevice } from './visible-device.ts';
import { PartBoxes, shrinkSets } from './visible-sets.ts';

/** Which graphics hardware looks at a scene, and how finely. */
export interface GpuCullingOptions {
  /** The application's device. Default: one is looked for. */
  readonly device?: GpuDevice;
  /**
   * 'always': graphics hardware wherever it can. 'auto' and 'never': the processor, which is faster at this. Default
   * 'auto'.
   */
  readonly gpu?: GpuMode;
  /** Pixels of the pictures in a row, 16 to 1,024. Fewer rule out less and never too much. Default 512. */
  readonly resolution?: number;
}

/** The answer of a scene, and who did stage 2 of it. */
export interface GpuSceneFirstContact extends SceneFirstContact {
  /** Who looked at the swept volumes. */
  readonly gpu: GpuUse;
}

const OPTIONS: readonly string[] = ['device', 'gpu', 'resolution'];
const FASTER = "stage 2 takes the processor less than a round trip to the graphics device; gpu: 'always' draws all the same";

/**
 * Asks a scene for its first contact by the stages of [Redon et al. 2004], the second on graphics hardware: what links
 * sweep and what stands around is drawn, and what is fully visible touches nothing. The environment stays on the
 * device. For comparison with the paper: `scene.firstContact` is faster. Verdicts are those of method `interval`, times
 * proven alike and the same within the tolerance, not in their bits: other pairs are ruled out before the exact stage.
 * @example
 * const culling = await GpuCulling.open(scene, { gpu: 'always' });
 * const { status, time, gpu } = await culling.firstContact({ [robot.name]: robot.path([home, pick]) });
 */
export class GpuCulling {
  /** The scene whose contacts are found. */
  readonly scene: Scene;
  private readonly mode: GpuMode;
  private readonly resolution: number;
  private gpu: Gpu | null = null;
  private fault: string | null = null;
  private environment: Environment | null = null;
  private last: Promise<unknown> = Promise.resolve();

  /** Never fails for the sake of graphics hardware. */
  static async open(scene: Scene, options: GpuCullingOptions = {}): Promise<GpuCulling> {
    if (!(scene instanceof Scene)) throw new InputError(`culling: needs a Scene, got ${shownValue(scene)}`);
    checkRecord(options, OPTIONS, 'culling');
    const { gpu: mode = 'auto', resolution = 512 } = options;
    checkGpuMode(mode, 'culling');
    if (!(Number.isInteger(resolution) && resolution >= 16 && resolution <= 1024))
      throw new InputError(`culling: resolution must be an integer from 16 to 1024, got ${shownValue(resolution)}`);
    const culling = new GpuCulling(scene, mode, resolution);
    await culling.begin(options.device);
    return culling;
  }

  private constructor(scene: Scene, mode: GpuMode, resolution: number) {
    this.scene = scene;
    this.mode = mode;
    this.resolution = resolution;
  }

  private async begin(device: GpuDevice | undefined): Promise<void> {
    if (this.mode !== 'always') {
      this.fault = this.mode === 'never' ? "gpu: 'never' was asked for" : FASTER;
      return;
    }
    try {
      this.gpu = await openGpu(device);
      await requireSight(this.gpu);
    } catch (error) {
      this.giveUp(error);
    }
  }

  /**
   * As `scene.firstContact` by method `interval`; `options.method` may say with which stages. Motions and scene must
   * stay as they are until the promise is settled; questions are answered one after the other.
   */
  firstContact(motions: SceneMotions, options: SceneFirstContactOptions = {}): Promise<GpuSceneFirstContact> {
    const answer = this.last.then(() => this.answer(motions, options));
    this.last = answer.catch(() => null);
    return answer;
  }

  private async answer(motions: SceneMotions, options: SceneFirstContactOptions): Promise<GpuSceneFirstContact> {
    const { scene } = this;
    const method = methodOf<SceneMethod>(options.method, interval(), 'scene');
    if (method.name !== 'interval' || !isBuiltIn(method))
      throw new InputError(`method: culling goes by interval of inbetween/methods, not by '${method.name}'`);
    const asked = { ...options, method };
    const { stages } = method.options as IntervalAsk;
    const { gpu } = this;
    let why = this.fault;
    if (gpu !== null && why === null) {
      const question = sweptQuestion(scene, motions, asked, stages ?? {});
      if (question === null) why = 'things are held, which change what stands around';
      else if (question.segments.every(({ links }) => links.length === 0)) why = 'stage 1 leaves nothing to look at';
      else {
        try {
          const since = performance.now();
          const apart = await this.provenApart(gpu, question);
          const taken = performance.now() - since;
          const given = { objects: question.objects, apart };
          const answer = scene.firstContact(motions, { ...options, method: intervalGiven({ stages, given }) });
          return { ...withStage(answer, taken), gpu: { used: true, why: gpu.name } };
        } catch (error) {
          this.giveUp(error);
          why = this.fault;
        }
      }
    }
    return { ...scene.firstContact(motions, asked), gpu: { used: false, why: why ?? '' } };
  }

  /** Candidates that do not meet, by segment. */
  private async provenApart(gpu: Gpu, question: SweptQuestion): Promise<ReadonlySet<number>[]> {
    if (this.environment?.objects !== question.objects) {
      this.environment?.device.close();
      this.environment = null;
      this.environment = await placedEnvironment(gpu, question.objects, this.resolution);
    }
    const out: ReadonlySet<number>[] = [];
    for (const segment of question.segments) out.push(await apartIn(this.environment, segment));
    return out;
  }

  private giveUp(error: unknown): void {
    if (!(error instanceof GpuFault)) throw error;
    this.fault ??= error.message;
  }

  /** Gives back the graphics memory. Later questions are answered by the processor. */
  close(): void {
    this.fault ??= 'the culling was closed';
    this.environment?.device.close();
    this.gpu?.close();
  }
}

interface Environment {
  readonly objects: SweptQuestion['objects'];
  readonly device: VisibleDevice;
  readonly parts: readonly Part[];
  readonly boxes: PartBoxes;
  readonly largest: number;
}

/** All obstacles in the world, in f32, triangles in the order of their trees: neighbours stand together. */
async function placedEnvironment(gpu: Gpu, objects: SweptQuestion['objects'], resolution: number): Promise<Environment> {
  const count = objects.reduce((sum, { tree }) => sum + tree.mesh.triangleCount, 0);
  const words = 40 * count;
  if (words > gpu.largestBuffer)
    throw new GpuFault('limit', `the environment needs ${words} bytes, the graphics device allows ${gpu.largestBuffer} in one buffer`);
  const triangles = new Float32Array(10 * count);
  const parts: Part[] = [];
  let o = 0;
  for (const { tree, state: s } of objects) {
    const { positions, indices, radii } = tree.mesh;
    parts.push({ first: o / 10, count: tree.mesh.triangleCount });
    for (const triangle of tree.triangles) {
      for (let corner = 0; corner < 3; corner++) {
        const v = 3 * indices[3 * triangle + corner];
        for (let k = 0; k < 3; k++)
          triangles[o++] = s[3 * k] * positions[v] + s[3 * k + 1] * positions[v + 1] + s[3 * k + 2] * positions[v + 2] + s[STATE_P + k];
      }
      triangles[o++] = raised(radii?.[triangle] ?? 0);
    }
  }
  const device = await VisibleDevice.open(gpu, triangles, resolution);
  return { objects, device, parts, boxes: new PartBoxes(triangles, parts), largest: largestCoordinate(triangles) };
}

async function apartIn(
  { device, parts, boxes, largest, objects }: Environment,
  { candidates, links, staying }: SweptSegment,
): Promise<ReadonlySet<number>> {
  const apart = new Set<number>();
  if (links.length === 0) return apart;
  const drawn = drawnVolumes(links, largest);
  const named = [...new Set(candidates.filter((_, i) => i % 2 === 1))].sort((a, b) => a - b);
  const left = await shrinkSets(
    device,
    drawn.triangles,
    drawn.parts,
    named.map((object) => parts[object]),
    boxes,
    named,
  );
  const drawnLinks = new Map(links.map(({ link }, i) => [link, i]));
  const drawnObjects = new Map(named.map((object, i) => [object, i]));
  for (let k = 0; k < candidates.length; k += 2) {
    const [link, object] = [candidates[k], candidates[k + 1]];
    const [i, j] = [drawnLinks.get(link), drawnObjects.get(object)];
    const key = pairKey(link, object, objects.length);
    if (i !== undefined && j !== undefined && !(left.links[i] && left.objects[j]) && !staying.has(key)) apart.add(key);
  }
  return apart;
}

/** The answer with the milliseconds that graphics hardware took for stage 2. */
function withStage(answer: SceneFirstContact, taken: number): SceneFirstContact {
  const stages = answer.stats.stages?.map((stage, i) => (i === 1 ? { ...stage, milliseconds: stage.milliseconds + taken } : stage));
  return stages === undefined ? answer : { ...answer, stats: { ...answer.stats, stages } };
}
