import { setImmediate } from 'node:timers/promises';
import { InputError, type Pose, type TriangleMesh } from '../../index.ts';
import { type Files, readMesh, readPath } from '../../io/index.ts';
import { files } from '../../node/index.ts';
import { type ToolReportInput, toolReportPage, touchesOf } from '../../report/index.ts';
import { sweptVolumeOf } from '../../tool/index.ts';
import { shown, shownCount } from '../../words/shown-number.ts';
import type { Colors, OutputStream } from '../terminal/streams.ts';
import { packageVersion } from '../version.ts';
import { HAND_GUIDED_FOLDER } from './example-folder.ts';
import { forceJson, LIMIT, SESSION_FACTS, type ToolSample, ToolSession } from './tool-session.ts';

const STORY = 'A drill, moved as a hand would, approaches a thin sheet that yields, presses, slides and is taken away; then it jabs.';

/** Samples a swept box: few enough to see them, close enough to fit. */
const STEPS_A_BOX = 6;

interface ToolExample {
  readonly tool: TriangleMesh;
  readonly workpiece: TriangleMesh;
  readonly samples: readonly ToolSample[];
}

/** Prints what a haptic device would be given, one line a step, each as soon as it is known. */
export async function writeForceStream(stdout: OutputStream): Promise<void> {
  const { tool, workpiece, samples } = await readExample(files(HAND_GUIDED_FOLDER));
  for (const step of new ToolSession(tool, workpiece, reachOf(tool)).play(samples)) {
    stdout.write(`${forceJson(step)}\n`);
    // lets the line go out, and a reader that has gone be noticed
    await setImmediate();
  }
}

/** Plays the session, prints what came of it, and gives the page that shows it. */
export async function toolDemo(stdout: OutputStream, c: Colors): Promise<string> {
  const { tool, workpiece, samples } = await readExample(files(HAND_GUIDED_FOLDER));
  const session = new ToolSession(tool, workpiece, reachOf(tool));
  const steps = [...session.play(samples)];
  const poses = samples.filter((_, i) => i % STEPS_A_BOX === 0 || i === samples.length - 1).map(({ pose }) => pose);
  const ascending = session.milliseconds.slice().sort((a, b) => a - b);
  const input: ToolReportInput = {
    title: 'A drill on a sheet that yields, foretold and felt',
    story: STORY,
    tool,
    workpiece,
    steps,
    swept: sweptVolumeOf(tool, poses).mesh(),
    horizon: session.horizon,
    reflex: session.reflex,
    limit: LIMIT,
    facts: SESSION_FACTS,
    milliseconds: [ascending[ascending.length >> 1], ascending[Math.floor(0.95 * ascending.length)]],
    version: packageVersion(),
  };
  stdout.write(`${toolText(input, c)}\n`);
  return toolReportPage(input);
}

function toolText(input: ToolReportInput, c: Colors): string {
  const { tool, workpiece, steps, milliseconds } = input;
  const sizes = `${tool.name} (${shownCount(tool.triangleCount)} triangles) over ${workpiece.name} (${shownCount(workpiece.triangleCount)} triangles, its rim clamped)`;
  const touches = touchesOf(input).map(({ from, to, warned, force, depth, zone }) => {
    const before = warned > 0 ? `warned ${warned.toFixed(2)} s before` : 'without a warning';
    const felt = `up to ${force.toFixed(1)} N, ${(1000 * depth).toFixed(2)} mm deep, ${shownCount(zone)} triangles`;
    return `${c.red('CONTACT')}  from ${from.toFixed(2)} s to ${to.toFixed(2)} s: ${c.bold(before)}, ${felt}`;
  });
  const work = `${shownCount(steps.length)} steps of 1/${Math.round((steps.length - 1) / (steps[steps.length - 1].time - steps[0].time))} s, half of them took at most ${shown(milliseconds[0], 2)} ms, 19 of 20 at most ${shown(milliseconds[1], 2)} ms`;
  return [STORY, sizes, '', ...touches, `  ${'took'.padEnd(11)} ${work}`].join('\n');
}

async function readExample(folder: Files): Promise<ToolExample> {
  const [tool, workpiece] = [await readMesh(folder, 'drill.obj', { name: 'drill' }), await readMesh(folder, 'hull.obj', { name: 'hull' })];
  const { points, file } = await readPath(folder, 'operator.csv');
  const samples = points.map(({ time, positions, line }): ToolSample => {
    if (time === undefined || positions.length !== 7) throw new InputError('a row has the time, a place and a quaternion', { file, line });
    const [x, y, z, qx, qy, qz, qw] = positions;
    const pose: Required<Pose> = { position: [x, y, z], quaternion: [qx, qy, qz, qw] };
    return { time, pose };
  });
  return { tool, workpiece, samples };
}

/** The farthest vertex from the tool's origin. */
function reachOf({ positions }: TriangleMesh): number {
  let reach = 0;
  for (let i = 0; i < positions.length; i += 3) reach = Math.max(reach, Math.hypot(positions[i], positions[i + 1], positions[i + 2]));
  return reach;
}
