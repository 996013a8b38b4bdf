/** What was thrown, dropped or pressed: computed when it is opened, and played; see record.ts. */
import type { TriangleMesh, Vec3 } from 'inbetween';
import { ContactForecast, PoseStream, ToolLoop, ToolQuery } from 'inbetween/tool';
import { fall } from '../../../../examples/cloth/fall.mjs';
import { BodyRun, type BodyScene } from '../../../../scenes/bodies/body-scene.ts';
import { bowling } from '../../../../scenes/bodies/bowling.ts';
import { coins } from '../../../../scenes/bodies/coins.ts';
import { hull } from '../../../../scenes/soft/deforming-hull.ts';
import { DRILL_LENGTH, drill } from '../../../../scenes/soft/drill-motion.ts';
import { HAND_GUIDED_SECONDS, handGuided } from '../../../../scenes/soft/hand-guided.ts';
import { hullLoopOptions } from '../../../../scenes/soft/tool-session.ts';
import type { RecordedBroadPhase, RecordedContact, RecordedFrame, RecordedPart, Recording } from '../opened.ts';

/** Names of recordings in messages. */
export type RecordingName = 'tossedCoins' | 'bowlingAlley' | 'drilling' | 'fallingCloth';

/** Frames a second. */
const RATE = 60;
/** Triangles of the hull that is drilled into. */
const HULL_TRIANGLES = 1600;
const STANDING: readonly number[] = [0, 0, 0, 0, 0, 0, 1];

interface Recorded {
  readonly title: string;
  readonly show: Recording;
}

function tossedCoins(): Recorded {
  return thrown('Coins', coins());
}

function bowlingAlley(): Recorded {
  return thrown('Bowling', bowling());
}

function thrown(title: string, made: BodyScene): Recorded {
  const run = new BodyRun(made);
  const { world } = run;
  const contacts: RecordedContact[] = [];
  const parts = made.bodies.map(({ name, shape, fixed }): RecordedPart => {
    return { name, mesh: 'mesh' in shape ? (shape.mesh as TriangleMesh) : (shape as TriangleMesh), role: fixed ? 'fixed' : 'moving' };
  });
  const frames = framesOf(made.duration, (time): RecordedFrame => {
    if (time > 0)
      run.advance(time, (event) => {
        for (const { point } of event.contacts)
          contacts.push({ time: event.time, a: event.a, b: event.b, point, normal: turned(event.normal) });
      });
    const poses = parts.flatMap(({ name }) => {
      const { position, quaternion } = world.state(name);
      return [...position, ...quaternion];
    });
    return { time, poses: Float64Array.from(poses), positions: parts.map(() => null), broad: broadPhaseOf(world, parts) };
  });
  return { title, show: { kind: 'recording', parts, frames, contacts } };
}

function broadPhaseOf(world: BodyRun['world'], parts: readonly RecordedPart[]): RecordedBroadPhase {
  const { boxes, pairs } = world.broadPhase();
  const numbers = new Map(parts.map(({ name }, i) => [name, i]));
  const places = new Float32Array(6 * parts.length);
  for (const { body, min, max } of boxes) places.set([...min, ...max], 6 * (numbers.get(body) as number));
  return { boxes: places, pairs: Uint32Array.from(pairs.flat(), (name) => numbers.get(name) as number) };
}

function fallingCloth(steps = 150): Recorded {
  const frames: RecordedFrame[] = [];
  const contacts: RecordedContact[] = [];
  let parts: RecordedPart[] = [];
  for (const { time, after, contacts: met, bodies } of fall(steps)) {
    parts = bodies.map(({ shape }, i) => ({ name: shape.name, mesh: shape, role: i === 0 ? 'deforming' : 'fixed' }));
    const poses = Float64Array.from(parts.flatMap(() => STANDING));
    if (frames.length === 0)
      frames.push({ time: 0, poses, positions: parts.map(({ mesh }, i) => (i === 0 ? Float32Array.from(mesh.positions) : null)) });
    const begin = frames[frames.length - 1].time;
    for (const { a, b, point, normal, time: share } of met)
      contacts.push({ time: begin + share * (time - begin), a: a.body, b: b.body, point, normal: turned(normal) });
    frames.push({ time, poses, positions: parts.map((_, i) => (i === 0 ? Float32Array.from(after) : null)) });
  }
  contacts.sort((a, b) => a.time - b.time);
  return { title: 'Cloth', show: { kind: 'recording', parts, frames, contacts } };
}

/** The drill is moved as a hand would; contact is foretold from where it was, and where the hull is now. */
function drilling(): Recorded {
  const [tool, workpiece] = [drill(), hull(HULL_TRIANGLES)];
  const bodies = [{ shape: tool }, { shape: workpiece }] as const;
  const loop = new ToolLoop(...bodies, hullLoopOptions(HULL_TRIANGLES));
  const check = new ToolQuery(...bodies).checkSegment(loop.workpiece.positions);
  // without a clock: what is shown does not depend on the machine
  const stream = new PoseStream({ radius: DRILL_LENGTH, degree: 1, memory: 0.1 });
  const forecast = new ContactForecast(stream, check, { scale: 0.005, maxMilliseconds: Number.POSITIVE_INFINITY, clock: () => 0 });
  const contacts: RecordedContact[] = [];
  let touched = false;
  const frames = framesOf(HAND_GUIDED_SECONDS, (time): RecordedFrame => {
    const asked = handGuided(time);
    const ahead = forecast.update({ time, pose: asked });
    const { pose, force, zone, contact } = loop.advance(asked, 1 / RATE);
    const positions = Float32Array.from(loop.workpiece.positions);
    if (contact && !touched && zone.length > 0)
      contacts.push({ time, a: tool.name, b: workpiece.name, point: centreOf(workpiece, positions, zone), normal: null });
    touched = contact;
    return {
      time,
      poses: Float64Array.from([...(pose.position ?? [0, 0, 0]), ...(pose.quaternion ?? [0, 0, 0, 1]), ...STANDING]),
      positions: [null, positions],
      warning: {
        level: contact ? 'contact' : ahead.level,
        within: contact ? 0 : ahead.timeToContact,
        zone: contact ? zone : ahead.zone,
        force,
      },
    };
  });
  const parts: RecordedPart[] = [
    { name: tool.name, mesh: tool, role: 'moving' },
    { name: workpiece.name, mesh: workpiece, role: 'deforming' },
  ];
  return { title: 'Drilling into a hull that yields', show: { kind: 'recording', parts, frames, contacts } };
}

/** One after the other. */
function framesOf(seconds: number, frameAt: (time: number) => RecordedFrame): RecordedFrame[] {
  return Array.from({ length: Math.round(seconds * RATE) + 1 }, (_, k) => frameAt(k / RATE));
}

function centreOf({ indices }: TriangleMesh, positions: Float32Array, triangles: readonly number[]): Vec3 {
  const sum = [0, 0, 0];
  for (const triangle of triangles)
    for (let corner = 0; corner < 3; corner++)
      for (let k = 0; k < 3; k++) sum[k] += positions[3 * indices[3 * triangle + corner] + k] / (3 * triangles.length);
  return [sum[0], sum[1], sum[2]];
}

/** Normals of the library point from a to b. */
function turned([x, y, z]: Vec3): Vec3 {
  return [-x, -y, -z];
}

/** Each as a whole; of the cloth, which takes longest, also its first steps. */
export const RECORDINGS: Readonly<Record<RecordingName, (steps?: number) => Recorded>> = {
  tossedCoins,
  bowlingAlley,
  drilling,
  fallingCloth,
};
