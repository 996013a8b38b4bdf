// [Redon et al. 2004, Table 2] with stage 2 on graphics hardware, as the paper has it: the Puma among pipes (38,000 triangles), in the machine room
// (187,000), and in the machine room with its triangles divided until they are 2,000,000. Beside it stage 2 on the processor and `auto`, same run.

import { type RobotScene, robotScenes } from '../../scenes/index.ts';
import { GpuCulling } from '../../src/gpu/visible/gpu-culling.ts';
import { type Body, Scene, type SceneFirstContact, TriangleMesh } from '../../src/index.ts';
import { interval } from '../../src/methods/index.ts';
import { REDON_MACHINE_ROOM } from '../robots/robot-papers.ts';
import { pumaWalks } from '../robots/robot-queries.ts';
import { type PartResult, progress } from '../shared/part.ts';
import { mean } from '../shared/statistics.ts';
import type { Cell } from '../shared/table.ts';
import type { GpuContext } from './gpu-part.ts';

/** Pixels in a row. */
const RESOLUTION = 512;
const QUICK_RESOLUTION = 32;
const MANY = 2_000_000;

interface Measured {
  readonly status: string;
  readonly time: number;
  readonly milliseconds: number;
  readonly stages: readonly number[];
  readonly tested: number;
  readonly culled: number;
  readonly used: boolean;
}

export async function gpuVisibility({ gpu, why, queries, quick }: GpuContext): Promise<PartResult> {
  const resolution = quick ? QUICK_RESOLUTION : RESOLUTION;
  const rows: Cell[][] = [];
  const scenes = [
    { walks: 'puma-pipes', divided: false, angles: quick ? [1] : [1, 30] },
    ...(quick
      ? []
      : [
          { walks: 'puma-amr', divided: false, angles: [1, 30, 60] } as const,
          { walks: 'puma-amr', divided: true, angles: [1, 30, 60] } as const,
        ]),
  ] as const;
  if (gpu !== null)
    for (const { walks, divided, angles } of scenes) {
      const since = performance.now();
      const made = robotScenes[walks]();
      const content = divided ? { ...made, obstacles: dividedTo(made.obstacles, MANY) } : made;
      const { robots, obstacles, self } = content;
      const scene = new Scene({ robots, obstacles, self });
      const triangles = obstacles.reduce((sum, { shape }) => sum + shape.triangleCount, 0);
      const culling = await GpuCulling.open(scene, { device: gpu.device, gpu: 'always', resolution });
      const { sets } = pumaWalks(walks, angles, queries);
      for (const [set, list] of sets)
        rows.push(...(await measuredSet(scene, culling, content, triangles, set, list, walks === 'puma-amr')));
      culling.close();
      progress(`visibility, ${triangles} triangles`, since);
    }
  return {
    tables: [
      {
        file: 'gpu-visible',
        title: 'Redon et al. 2004, Table 2, with stage 2 on graphics hardware',
        note:
          gpu === null
            ? `Not run: ${why}.`
            : `${resolution} × ${resolution} pixels. Milliseconds per query, of which stages 1 to 3; culled: the part of the incoming pairs of a link and an object that stage 2 rules out. GPU: swept volumes and obstacles drawn along three axes from both sides in both orders, occlusion queries, sets that shrink until nothing changes. ` +
              'CPU: the same stage on the processor; none: stages 1 and 3; auto: the default method of the library, same queries, same run. Same: answers whose status is that of `auto`. The paper: 2.4 GHz Pentium 4 with a GeForce FX 5800. A reproduction with a proof, not the fast way.',
        columns: [
          'triangles',
          'angle',
          'stage 2',
          'n',
          '1',
          '2',
          '3',
          'total',
          'culled by 2',
          'same',
          'by GPU',
          'paper 2, colliding',
          'paper total, colliding',
        ],
        rows,
      },
    ],
  };
}

async function measuredSet(
  scene: Scene,
  culling: GpuCulling,
  { robots, touch }: Pick<RobotScene, 'robots' | 'touch'>,
  triangles: number,
  set: string,
  list: readonly { readonly from: readonly number[]; readonly to: readonly number[] }[],
  inPaper: boolean,
): Promise<Cell[][]> {
  const motions = list.map(({ from, to }) => ({ [robots[0].name]: [from, to] }));
  const options = { tolerance: touch, contacts: 'none' as const };
  const ways: readonly [
    string,
    (motion: (typeof motions)[number]) => SceneFirstContact | Promise<SceneFirstContact & { gpu?: { used: boolean } }>,
  ][] = [
    ['GPU', (motion) => culling.firstContact(motion, options)],
    ['CPU', (motion) => scene.firstContact(motion, { ...options, method: interval })],
    ['none', (motion) => scene.firstContact(motion, { ...options, method: interval({ stages: { sweptVolumes: false } }) })],
    ['auto', (motion) => scene.firstContact(motion, options)],
  ];
  const answers = new Map<string, Measured[]>();
  for (const [name, ask] of ways) {
    await ask(motions[0]);
    const all: Measured[] = [];
    for (const motion of motions) {
      const since = performance.now();
      const answer = await ask(motion);
      const milliseconds = performance.now() - since;
      const stages = answer.stats.stages ?? [];
      all.push({
        status: answer.status,
        time: answer.time,
        milliseconds,
        stages: stages.map((stage) => stage.milliseconds),
        tested: stages[1]?.tested ?? 0,
        culled: stages[1]?.culled ?? 0,
        used: 'gpu' in answer && (answer.gpu as { used: boolean }).used,
      });
    }
    answers.set(name, all);
  }
  const reference = answers.get('auto') as Measured[];
  const paper = inPaper ? REDON_MACHINE_ROOM[set]?.['1+2+3'] : undefined;
  return ways.map(([name]) => {
    const all = answers.get(name) as Measured[];
    const stage = (i: number): number => (all[0].stages.length > i ? mean(all.map(({ stages }) => stages[i] ?? 0)) : Number.NaN);
    const tested = all.reduce((sum, one) => sum + one.tested, 0);
    const same = all.filter(({ status }, i) => status === reference[i].status).length;
    return [
      triangles,
      set,
      name,
      all.length,
      stage(0),
      stage(1),
      stage(2),
      mean(all.map(({ milliseconds }) => milliseconds)),
      tested > 0 ? `${((100 * all.reduce((sum, one) => sum + one.culled, 0)) / tested).toFixed(1)} %` : '–',
      `${same}/${all.length}`,
      all.filter(({ used }) => used).length,
      name === 'GPU' && paper !== undefined ? paper[1][0] : Number.NaN,
      name === 'GPU' && paper !== undefined ? paper[3][0] : Number.NaN,
    ];
  });
}

/** The same surfaces with more triangles: each cut into four, object by object, the one with the fewest first, until there are so many. */
function dividedTo(obstacles: readonly Body[], count: number): Body[] {
  const out = obstacles.map((body) => ({ ...body }));
  let total = out.reduce((sum, { shape }) => sum + shape.triangleCount, 0);
  while (total < count) {
    let fewest = 0;
    for (let i = 1; i < out.length; i++) {
      const per = (body: Body): number => body.shape.triangleCount;
      if (per(out[i]) > 0 && per(out[i]) < per(out[fewest])) fewest = i;
    }
    const before = out[fewest].shape.triangleCount;
    out[fewest] = { ...out[fewest], shape: inFour(out[fewest].shape) };
    total += out[fewest].shape.triangleCount - before;
  }
  return out;
}

function inFour({ positions, indices, name, solid }: TriangleMesh): TriangleMesh {
  const points = [...positions];
  const middles = new Map<string, number>();
  const middle = (a: number, b: number): number => {
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    let at = middles.get(key);
    if (at === undefined) {
      at = points.length / 3;
      middles.set(key, at);
      for (let k = 0; k < 3; k++) points.push(0.5 * (points[3 * a + k] + points[3 * b + k]));
    }
    return at;
  };
  const out: number[] = [];
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [indices[i], indices[i + 1], indices[i + 2]];
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    out.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
  }
  return new TriangleMesh(points, out, { name, solid });
}
