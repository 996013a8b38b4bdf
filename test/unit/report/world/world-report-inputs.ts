import { convexBox, convexSphere } from '../../../../src/convex/index.ts';
import { type WorldReportEvent, type WorldReportFrame, type WorldReportInput, worldReportEvent } from '../../../../src/report/index.ts';
import { World, type WorldBody } from '../../../../src/world/index.ts';

const GRAVITY = 10;
export const RADIUS = 0.1;
export const SECONDS = 1;
/** Of the balls' middles, in radii: none reaches its neighbour. */
export const HEIGHTS: readonly number[] = [2, 4, 6, 8];

export interface WorldCase {
  readonly scale?: number;
  readonly name?: string;
  readonly frames?: number;
  readonly input?: Partial<WorldReportInput>;
}

/** When a ball dropped from the number of radii h lands first: its lowest point falls by (h − 1) r. */
export function landing(h: number): number {
  return Math.sqrt((2 * (h - 1) * RADIUS) / GRAVITY);
}

/** Balls are dropped on a floor in a row and bounce; a lamp that nothing reaches hangs above. */
export function reportedWorld({ scale = 1, name = 'ball', frames = 60, input = {} }: WorldCase = {}): WorldReportInput {
  const ball = convexSphere(RADIUS * scale);
  const bodies: WorldBody[] = [
    { name: 'floor', shape: convexBox([100 * scale, 100 * scale, scale], [0, 0, -scale / 2]), fixed: true },
    { name: 'lamp', shape: convexBox([0.2 * scale, 0.1 * scale, 0.05 * scale]), pose: { position: [0, 0, 0.9 * scale] }, fixed: true },
    ...HEIGHTS.map((h, i) => ({
      name: `${name} ${i}`,
      shape: ball,
      pose: { position: [0.4 * scale * (i - 1.5), 0, h * RADIUS * scale] as const },
      angularVelocity: [0, 0, i] as const,
    })),
  ];
  const world = new World({ bodies, gravity: [0, 0, -GRAVITY * scale] });
  const looks: WorldReportFrame[] = [];
  const events: WorldReportEvent[] = [];
  const watched: number[] = [];
  for (let f = 0; f <= frames; f++) {
    world.advance((f / frames) * SECONDS, (event) => {
      events.push(worldReportEvent(event));
      const who = event.a === 'floor' ? event.b : event.a;
      const { velocity } = world.state(who);
      return { [who]: { velocity: [0, 0, 0.8 * Math.abs(velocity[2])] } };
    });
    looks.push({ time: world.time, poses: bodies.map((body) => world.state(body.name)) });
    watched.push(world.stats.tracked);
  }
  return {
    title: 'balls',
    story: 'Balls are dropped.',
    bodies: bodies.map(({ name, shape, fixed }) => ({ name, mesh: (shape as typeof ball).mesh, fixed })),
    frames: looks,
    events,
    letThrough: 0,
    curves: [{ label: 'pairs watched', unit: '', values: watched }],
    stats: world.stats,
    milliseconds: 12,
    unit: 'm',
    version: '1.2.3',
    ...input,
  };
}
