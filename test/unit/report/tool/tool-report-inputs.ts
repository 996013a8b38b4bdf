import { cylinder, type Pose, type TriangleMesh } from '../../../../src/index.ts';
import type { ToolReportInput, ToolReportStep } from '../../../../src/report/index.ts';
import { sweptVolumeOf } from '../../../../src/tool/index.ts';
import { sheet } from '../step/step-report-inputs.ts';

const RATE = 60;
const SECONDS = 3;
/** The tool's end goes down at 1 a second, from 1 above the sheet to 0.2 below it, and up again. */
const heightAt = (time: number) => Math.abs(time - 1.2) - 0.2;

export interface ToolCase {
  readonly cells?: number;
  readonly scale?: number;
  readonly name?: string;
  /** So much higher: 1 never touches. */
  readonly raised?: number;
  readonly input?: Partial<ToolReportInput>;
}

/** A cylinder dips into a sheet: they touch from 1 s to 1.4 s, and that is foretold from 0.4 s on, a little early. */
export function reportedTool({ cells = 16, scale = 1, name = 'sheet', raised = 0, input = {} }: ToolCase = {}): ToolReportInput {
  const workpiece = sheet(cells, name, scale);
  const tool = cylinder(0.1 * scale, 0.6 * scale, { segments: 16, name: 'tool' });
  const touched = trianglesWithin(workpiece, 0.2 * scale);
  const poseAt = (time: number): Required<Pose> => ({
    position: [0, 0, (0.3 + raised + heightAt(time)) * scale],
    quaternion: [0, 0, 0, 1],
  });
  const steps = Array.from({ length: SECONDS * RATE + 1 }, (_, i): ToolReportStep => {
    const time = i / RATE;
    const below = -heightAt(time) - raised;
    const deep = below > 1e-9 ? below : 0;
    const left = Math.max(0, 1 - time);
    const isForetold = time >= 0.4 && time < 1.01 && raised === 0;
    const level = deep > 0 ? 'contact' : !isForetold ? 'clear' : left <= 0.1 ? 'reflex' : 'considered';
    return {
      time,
      pose: poseAt(time),
      positions: dented(workpiece, deep * scale, 0.5 * scale),
      force: [0, 0, 100 * deep],
      torque: [0, 0, 0],
      depth: 0.001 * deep,
      zone: deep > 0 ? touched : [],
      level,
      timeToContact: level === 'contact' ? 0 : isForetold ? 0.9 * left : null,
      ahead: level === 'contact' ? [] : [0.25, 0.5].map((dt) => poseAt(Math.min(1, time + dt))),
    };
  });
  return {
    title: 'a session',
    story: 'A tool dips into a sheet.',
    tool,
    workpiece,
    steps,
    swept: sweptVolumeOf(tool, [poseAt(0), poseAt(1.2), poseAt(SECONDS)]).mesh(),
    horizon: 1,
    reflex: 0.1,
    limit: 40,
    milliseconds: [1.25, 9.5],
    version: '1.2.3',
    ...input,
  };
}

function trianglesWithin({ positions, indices }: TriangleMesh, radius: number): number[] {
  return [...Array(indices.length / 3).keys()].filter((t) =>
    [0, 1, 2].every((k) => Math.hypot(positions[3 * indices[3 * t + k]], positions[3 * indices[3 * t + k] + 1]) <= radius),
  );
}

/** Pressed down in the middle, by less and less up to a radius. */
function dented({ positions }: TriangleMesh, deep: number, radius: number): Float64Array {
  return positions.map((z, i) => {
    if (i % 3 !== 2) return z;
    const share = 1 - Math.hypot(positions[i - 2], positions[i - 1]) / radius;
    return z - deep * Math.max(0, share);
  });
}
