// Machines with loops by published or plain lengths, as trees with frames that coincide.
import type { Quat, Vec3 } from '../../../../src/math/pose.ts';
import { box, capsule } from '../../../../src/mesh/primitives.ts';
import type { LoopedRobotOptions } from '../../../../src/robot/follow/looped-robot.ts';
import type { LinkOptions } from '../../../../src/robot/robot.ts';
import type { RobotLoop } from '../../../../src/robot/robot-model.ts';
import { about } from './arms.ts';

export interface Mechanism {
  readonly options: LoopedRobotOptions;
  /** By driven joint: where to draw values from. */
  readonly ranges: Readonly<Record<string, readonly [number, number]>>;
}

type Turn = {
  readonly name: string;
  readonly axis?: Vec3;
  readonly at?: Vec3;
  readonly turned?: Quat;
  readonly type?: 'revolute' | 'prismatic';
};

/** A link on another one by a joint; a bar of a length along x where it has one. */
function link(name: string, parent: string | undefined, joint: Turn | undefined, bar?: Vec3): LinkOptions {
  return {
    name,
    ...(parent !== undefined && { parent }),
    ...(joint !== undefined && {
      joint: {
        name: joint.name,
        type: joint.type ?? 'revolute',
        axis: joint.axis ?? [0, 0, 1],
        origin: { position: joint.at ?? [0, 0, 0], quaternion: joint.turned ?? [0, 0, 0, 1] },
      },
    }),
    ...(bar !== undefined && { shapes: [{ shape: capsule([0, 0, 0], bar, 0.01) }] }),
  };
}

/** Crank 0.1, rod 0.4, rocker 0.3, ground 0.35: the crank turns round. */
const fourBar: Mechanism = {
  options: {
    name: 'four-bar',
    links: [
      { name: 'ground', shapes: [{ shape: box([0.4, 0.02, 0.02], [0.175, 0, -0.1]) }] },
      link('crank', 'ground', { name: 'motor' }, [0.1, 0, 0]),
      link('rod', 'crank', { name: 'knee', at: [0.1, 0, 0.02] }, [0.4, 0, 0]),
      link('rocker', 'ground', { name: 'swing', at: [0.35, 0, 0.04] }, [0.3, 0, 0]),
    ],
    driven: ['motor'],
    closed: { motor: 0, knee: 0.7, swing: 1.2 },
    loops: [
      {
        name: 'bar',
        a: { link: 'rod', at: { position: [0.4, 0, 0.02] } },
        b: { link: 'rocker', at: { position: [0.3, 0, 0] } },
        keeps: 'axis',
      },
    ],
  },
  ranges: { motor: [-7, 7] },
};

const fiveBar: Mechanism = {
  options: {
    name: 'five-bar',
    links: [
      { name: 'ground' },
      link('left', 'ground', { name: 'motor1', at: [-0.1, 0, 0] }, [0.25, 0, 0]),
      link('left-fore', 'left', { name: 'elbow1', at: [0.25, 0, 0.03] }, [0.35, 0, 0]),
      link('right', 'ground', { name: 'motor2', at: [0.1, 0, 0] }, [0.25, 0, 0]),
      link('right-fore', 'right', { name: 'elbow2', at: [0.25, 0, 0.06] }, [0.35, 0, 0]),
    ],
    driven: ['motor1', 'motor2'],
    closed: { motor1: 2.2, motor2: 0.9, elbow1: -1.3, elbow2: 1.3 },
    loops: [
      {
        name: 'tip',
        a: { link: 'left-fore', at: { position: [0.35, 0, 0] } },
        b: { link: 'right-fore', at: { position: [0.35, 0, -0.03] } },
        keeps: 'point',
      },
    ],
  },
  ranges: { motor1: [1.7, 2.6], motor2: [0.5, 1.4] },
};

/** Shoulder, two parallelograms that keep the wrist level, and a turn of the base; rods lie beside the arms. */
const palletiser: Mechanism = {
  options: {
    name: 'palletiser',
    links: [
      { name: 'base', shapes: [{ shape: box([0.3, 0.3, 0.2], [0, 0, -0.3]) }] },
      link('column', 'base', { name: 'turn' }, [0, 0, 0.1]),
      link('upper', 'column', { name: 'shoulder', axis: [0, 1, 0], at: [0, 0, 0.2] }, [0, 0, 0.5]),
      link('fore', 'upper', { name: 'elbow', axis: [0, 1, 0], at: [0, 0, 0.5] }, [0.6, 0, 0]),
      link('wrist', 'fore', { name: 'level', axis: [0, 1, 0], at: [0.6, 0, 0] }, [0, 0, -0.15]),
      link('rod', 'column', { name: 'rod-foot', axis: [0, 1, 0], at: [-0.1, 0.05, 0.25] }, [0, 0, 0.5]),
      link('triangle', 'upper', { name: 'tilt', axis: [0, 1, 0], at: [0, 0.05, 0.5] }, [0.05, 0, 0.1]),
      link('fore-rod', 'triangle', { name: 'fore-foot', axis: [0, 1, 0], at: [0.05, 0.03, 0.1] }, [0.6, 0, 0]),
    ],
    driven: ['turn', 'shoulder', 'elbow'],
    loops: [
      {
        name: 'rear',
        a: { link: 'rod', at: { position: [0, 0, 0.5] } },
        b: { link: 'triangle', at: { position: [-0.1, 0, 0.05] } },
        keeps: 'point',
      },
      {
        name: 'front',
        a: { link: 'fore-rod', at: { position: [0.6, 0, 0] } },
        b: { link: 'wrist', at: { position: [0.05, 0.08, 0.1] } },
        keeps: 'point',
      },
    ],
  },
  ranges: { turn: [-2, 2], shoulder: [-0.5, 0.8], elbow: [-0.6, 0.7] },
};

/** ABB-like: arms of 0.2, rods of 0.5; each rod hangs by two turns, the plate by three slides. */
function delta(): Mechanism {
  const links: LinkOptions[] = [
    { name: 'frame', shapes: [{ shape: box([0.3, 0.3, 0.02], [0, 0, 0.05]) }] },
    link('plate-x', 'frame', { name: 'x', type: 'prismatic', axis: [1, 0, 0], at: [0, 0, -0.5] }),
    link('plate-y', 'plate-x', { name: 'y', type: 'prismatic', axis: [0, 1, 0] }),
    link('plate', 'plate-y', { name: 'z', type: 'prismatic', axis: [0, 0, 1] }, [0, 0, -0.04]),
  ];
  const loops: RobotLoop[] = [];
  const closed: Record<string, number> = { x: 0, y: 0, z: 0.05 };
  for (let k = 0; k < 3; k++) {
    const angle = (2 * Math.PI * k) / 3;
    const out = (r: number): Vec3 => [r * Math.cos(angle), r * Math.sin(angle), 0];
    links.push(
      link(`arm${k}`, 'frame', { name: `motor${k}`, at: out(0.12), turned: about([0, 0, 1], angle), axis: [0, 1, 0] }, [0.2, 0, 0]),
      link(`knuckle${k}`, `arm${k}`, { name: `swing${k}`, at: [0.2, 0, 0], axis: [0, 1, 0] }),
      link(`rod${k}`, `knuckle${k}`, { name: `lean${k}`, axis: [1, 0, 0] }, [0, 0, -0.5]),
    );
    loops.push({
      name: `chain ${k}`,
      a: { link: `rod${k}`, at: { position: [0, 0, -0.5] } },
      b: { link: 'plate', at: { position: out(0.05) } },
      keeps: 'point',
    });
    closed[`motor${k}`] = 0.2;
    closed[`swing${k}`] = 0.3;
    closed[`lean${k}`] = 0;
  }
  const motors = ['motor0', 'motor1', 'motor2'];
  return {
    options: { name: 'delta', links, loops, driven: motors, closed },
    ranges: Object.fromEntries(motors.map((name) => [name, [-0.4, 0.7] as const])),
  };
}

/** Six legs that slide, each on two turns; the plate hangs on the first by three more. */
function stewart(): Mechanism {
  const ring = (k: number, radius: number, apart: number): Vec3 => {
    const angle = (Math.PI * (2 * Math.floor(k / 2))) / 3 + (k % 2 === 0 ? -apart : apart);
    return [radius * Math.cos(angle), radius * Math.sin(angle), 0];
  };
  // feet in pairs, heads in pairs between these
  const foot = (k: number): Vec3 => ring(k, 0.5, 0.25);
  const head = (k: number): Vec3 => ring(k, 0.3, 0.8);
  const links: LinkOptions[] = [{ name: 'base' }];
  const loops: RobotLoop[] = [];
  const closed: Record<string, number> = {};
  for (let k = 0; k < 6; k++) {
    const [x, y] = [head(k)[0] - foot(k)[0], head(k)[1] - foot(k)[1]];
    // a leg along z, turned about x, then about y
    const [a, b] = [Math.atan2(-y, 0.6), Math.atan2(x, Math.hypot(y, 0.6))];
    Object.assign(closed, { [`roll${k}`]: a, [`pitch${k}`]: b, [`leg${k}`]: Math.hypot(x, y, 0.6) - 0.4 });
    links.push(
      link(`yoke${k}`, 'base', { name: `roll${k}`, at: foot(k), axis: [1, 0, 0] }),
      link(`lower${k}`, `yoke${k}`, { name: `pitch${k}`, axis: [0, 1, 0] }, [0, 0, 0.35]),
      link(`upper${k}`, `lower${k}`, { name: `leg${k}`, type: 'prismatic', axis: [0, 0, 1] }, [0, 0, 0.4]),
    );
    if (k > 0)
      loops.push({
        name: `leg ${k}`,
        a: { link: `upper${k}`, at: { position: [0, 0, 0.4] } },
        b: { link: 'plate', at: { position: head(k) } },
        keeps: 'point',
      });
  }
  const [p, r] = [about([0, 1, 0], -closed.pitch0), about([1, 0, 0], -closed.roll0)];
  links.push(
    link('ball-y', 'upper0', { name: 'ball-y', at: [0, 0, 0.4], axis: [0, 1, 0], turned: p }),
    link('ball-x', 'ball-y', { name: 'ball-x', axis: [1, 0, 0], turned: r }),
    link('ball-z', 'ball-x', { name: 'ball-z', axis: [0, 0, 1] }),
    {
      name: 'plate',
      parent: 'ball-z',
      joint: { type: 'fixed', origin: { position: [-head(0)[0], -head(0)[1], 0] } },
      shapes: [{ shape: box([0.5, 0.5, 0.02], [0, 0, 0.03]) }],
    },
  );
  const legs = Array.from({ length: 6 }, (_, k) => `leg${k}`);
  return {
    options: { name: 'stewart', links, loops, driven: legs, closed },
    ranges: Object.fromEntries(legs.map((name) => [name, [closed[name] - 0.05, closed[name] + 0.05] as const])),
  };
}

/** Two four-bars by one motor, the second by a joint that follows: as Robotiq's, with plain lengths. */
function gripper(): Mechanism {
  const links: LinkOptions[] = [{ name: 'palm', shapes: [{ shape: box([0.06, 0.12, 0.04], [-0.04, 0, 0]) }] }];
  const loops: RobotLoop[] = [];
  const closed: Record<string, number> = { motor: 0 };
  ['left', 'right'].forEach((side, k) => {
    const s = k === 0 ? 1 : -1;
    const mimic = k === 0 ? {} : { mimic: { joint: 'motor', multiplier: -1 } };
    const outer = link(`${side}-outer`, 'palm', { name: k === 0 ? 'motor' : 'other', at: [0, 0.03 * s, 0] }, [0.06, 0.02 * s, 0]);
    links.push(
      { ...outer, joint: { type: 'revolute', ...outer.joint, ...mimic } },
      link(`${side}-finger`, `${side}-outer`, { name: `${side}-pad`, at: [0.06, 0.02 * s, 0] }, [0.05, -0.01 * s, 0]),
      link(`${side}-inner`, 'palm', { name: `${side}-inner`, at: [0.015, 0.012 * s, 0.012] }, [0.06, 0.02 * s, 0]),
    );
    loops.push({
      name: side,
      a: { link: `${side}-finger`, at: { position: [0.015, -0.018 * s, 0.012] } },
      b: { link: `${side}-inner`, at: { position: [0.06, 0.02 * s, 0] } },
      keeps: 'axis',
    });
    Object.assign(closed, { [`${side}-pad`]: 0, [`${side}-inner`]: 0 });
  });
  return { options: { name: 'gripper', links, loops, driven: ['motor'], closed }, ranges: { motor: [-0.5, 0.7] } };
}

export const MECHANISMS: Readonly<Record<string, Mechanism>> = {
  'four-bar': fourBar,
  'five-bar': fiveBar,
  palletiser,
  delta: delta(),
  stewart: stewart(),
  gripper: gripper(),
};
