// What of an answer can be drawn: the picture that its report would have.
import type {
  Body,
  FirstContactOptions,
  PairFirstContact,
  RigidMotion,
  Scene,
  SceneFirstContact,
  SceneFirstContactOptions,
  SceneMotions,
} from 'inbetween';
import { restMotion } from 'inbetween';
import { shownMoment } from '../../src/report/cell/cell-figure.ts';
import { type CellPicture, cellPicture } from '../../src/report/cell/cell-picture.ts';
import { sampleScene, sampleTimes } from '../../src/report/cell/cell-samples.ts';
import { nearestTime, sampleDistances } from '../../src/report/pair/distance-curve.ts';
import { pictureData } from '../../src/report/pair/picture-data.ts';
import type { SceneData } from '../../src/report/viewer/scene-data.ts';

/** Distances asked for where the closest moment of a free way is looked for. */
const LOOKS = 40;
const UNTITLED = { title: '', milliseconds: 0, version: '' };

export function pairDrawn(a: Body, b: Body, { clearance = 0 }: FirstContactOptions, result: PairFirstContact): SceneData {
  const [one, other] = [a, b].map(({ shape, pose, motion, name }, i) => ({
    name: name ?? 'ab'[i],
    mesh: shape,
    motion: (motion ?? restMotion(pose)) as RigidMotion,
  }));
  const input = { ...UNTITLED, a: one, b: other, result, clearance: clearance as number };
  return pictureData(input, result.status === 'free' ? nearestTime(sampleDistances(input)) : result.time);
}

export function sceneDrawn(scene: Scene, motions: SceneMotions, options: SceneFirstContactOptions, result: SceneFirstContact): CellPicture {
  const input = { ...UNTITLED, scene, motions, result, options };
  const { segments } = scene.clock(motions);
  const curve = sampleScene(input, result.status === 'free' ? sampleTimes(segments, LOOKS, result.time) : []);
  return cellPicture(input, shownMoment(input, curve, segments));
}
