/** Lines of where things go: traces of tools along a path, and the tree of a plan. */
import type { Scene } from 'inbetween';
import { Vector3 } from 'three';
import type { Progress } from '../ask/protocol.ts';
import { type PathPlayback, tipsOf, tracesOf } from './showing.ts';
import type { Stage } from './stage.ts';

const TRACE_POINTS = 80;

/** Traces of the tools and of what moves by itself; they have to be in the picture. */
export function drawTraces(stage: Stage, scene: Scene, playback: PathPlayback): void {
  const bodies = scene.bodies.map(({ name }) => name);
  const traces = tracesOf(playback, [...tipsOf(scene).map(({ key }) => key), ...bodies], TRACE_POINTS);
  stage.traces.show(traces.filter((points) => points.length > 1));
  const box = stage.standing.clone();
  for (const point of traces.flat()) box.expandByPoint(new Vector3(...point));
  stage.setMovers(box);
}

/** New edges of the tree, as lines between places of the tool. */
export function growTree(stage: Stage, scene: Scene, name: string, edges: NonNullable<Progress['edges']>): void {
  const robot = scene.robots.find((one) => one.name === name);
  const tip = tipsOf(scene).find((one) => one.robot === name);
  if (robot === undefined || tip === undefined) return;
  for (const [from, to] of edges) stage.tree.add(robot.linkPoses(from)[tip.link].position, robot.linkPoses(to)[tip.link].position);
  stage.draw();
}
