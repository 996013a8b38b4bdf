import type { BodyData, MarkerData, ViewAngles } from '../scene-data.ts';
import { fromFrame, placeAt } from './body-pose.ts';
import { type Camera, directionOf, FIELD, pictureAxes } from './camera.ts';
import type { Mesh, Scene } from './decode-scene.ts';
import { cutDepth, isHidden } from './line-of-sight.ts';
import { add, dot, measure, normalise, subtract, type Triple, type Vector } from './vectors.ts';

interface Ball {
  readonly centre: Vector;
  readonly radius: number;
}

type Box = readonly [across: [low: number, high: number], upward: [low: number, high: number]];

/** Radius of a single point. */
const POINT = 0.01;
/** Farther than anything. */
const NOWHERE = 1e9;

/** Which views show what matters. Directions are chosen once. */
export class Framing {
  /** Where the eye should go: the contact, or the two closest points. */
  readonly spot: MarkerData | undefined;
  /** How far from the origin there is something to see. */
  readonly reach: number;
  private readonly scene: Scene;
  private readonly aspectOf: () => number;
  /** What the picture is about: all that moves, or both bodies. */
  private readonly watched: readonly BodyData[];
  /** Points that say more than balls of what is long and thin; empty where balls do. */
  private readonly cloud: readonly Ball[];
  private readonly balls: readonly Ball[];
  private readonly everything: readonly Ball[];
  private chosen: ViewAngles | undefined;

  constructor(scene: Scene, aspectOf: () => number) {
    const { bodies, shownTime, ghosts, view, spot, contacts } = scene.data;
    this.scene = scene;
    this.aspectOf = aspectOf;
    this.chosen = view;
    const moving = bodies.filter(({ obstacle, still, radius }) => !obstacle && !(still && radius > 2));
    this.watched = bodies.some(({ obstacle }) => !obstacle) ? moving : bodies;
    this.cloud = this.gatherCloud();
    this.balls =
      this.cloud.length > 0 ? this.cloud : [shownTime, ...ghosts].flatMap((t) => this.watched.map((body) => ballAt(scene, body, t)));
    this.everything = bodies.map((body) => ballAt(scene, body, shownTime));
    this.reach = Math.max(largest([...this.balls, ...this.everything].map(({ centre, radius }) => measure(centre) + radius)), 1e-6);
    this.spot = spot ?? contacts[0] ?? this.betweenNearest();
  }

  /** The view around what matters at the chosen time, and at others as far as these do not make it tiny. */
  viewWhole(): Camera {
    const box: Box =
      this.cloud.length > 0
        ? [emptyRange(), emptyRange()]
        : [
            [-1, 1],
            [-1, 1],
          ];
    return this.viewAround(this.balls, this.chooseDirection(), this.aspectOf() < 1 ? 2.8 : 1.9, box);
  }

  viewEverything({ azimuth, elevation }: ViewAngles): Camera {
    return this.viewAround(this.everything, { azimuth, elevation: Math.max(0.45, elevation) }, NOWHERE, [
      [0, 0],
      [0, 0],
    ]);
  }

  /** Where surroundings are cut away, along the direction to the eye. Of a world nothing is. */
  cutAt(camera: Camera): number {
    if (this.scene.data.world !== undefined) return NOWHERE;
    const { target, distance } = camera;
    return dot(target, directionOf(camera)) + Math.min(cutDepth(this.scene), 0.55 * distance) + Math.max(0, distance - 12);
  }

  private gatherCloud(): Ball[] {
    const { scene, watched } = this;
    const { bodies, ghosts, world, session } = scene.data;
    if (world !== undefined) {
      const standing = bodies.filter(({ obstacle }) => obstacle);
      return [
        ...ghosts.flatMap((t) => watched.map((body) => ballAt(scene, body, t))),
        ...standing.flatMap((body) => farthestPoints(scene, body)),
      ];
    }
    // The workpiece, and the tool's vertices at some times.
    if (session !== undefined) return [...farthestPoints(scene, bodies[0]), ...ghosts.flatMap((t) => verticesAt(scene, bodies[1], t))];
    if (!scene.isStep) return [];
    const deforming = watched.filter(({ mesh }) => scene.meshes[mesh].later !== undefined || watched.length === 1);
    return deforming.flatMap((body) => farthestPoints(scene, body));
  }

  private betweenNearest(): MarkerData | undefined {
    const [p, q] = this.scene.data.nearest ?? [];
    if (p === undefined || q === undefined) return undefined;
    return { point: p.map((x, k) => (x + q[k]) / 2), normal: normalise(subtract(q, p)) };
  }

  /**
   * From the side, as seen from the contact's normal; with the motion in the plane of the picture; nothing in front of
   * the contact.
   */
  private chooseDirection(): ViewAngles {
    if (this.chosen !== undefined) return this.chosen;
    const { scene, watched, spot } = this;
    const { bodies, shownTime } = scene.data;
    const moving = bodies.find(({ motion, still }) => motion !== undefined && !still);
    const parts = watched.filter(({ track }) => track !== undefined).slice(0, 40);
    const standing = bodies.filter(({ still }) => still);
    const way = moving ? normalise(subtract(placeAt(scene, moving, 1).centre, placeAt(scene, moving, 0).centre)) : [0, 0, 0];
    let best = -Infinity;
    let chosen: ViewAngles = { azimuth: 0.6, elevation: 0.4 };
    for (const elevation of [0.16, 0.36, 0.6])
      for (let i = 0; i < 20; i++) {
        const view = { azimuth: 0.3 + (i * Math.PI) / 10, elevation };
        const v = directionOf(view);
        let score = -0.5 * Math.abs(dot(way, v)) - 0.5 * Math.abs(elevation - 0.36);
        if (spot) score -= 0.6 * Math.abs(dot(spot.normal, v)) + (isHidden(scene, spot.point, v, bodies) ? 1 : 0);
        const hidden = parts.filter((body) => isHidden(scene, placeAt(scene, body, shownTime).centre, v, standing));
        if (parts.length > 0) score -= hidden.length / parts.length;
        if (this.cloud.length > 0) score += this.measureSpread(v);
        if (score > best) {
          best = score;
          chosen = view;
        }
      }
    this.chosen = chosen;
    return chosen;
  }

  /** How wide and high the points are in the picture. */
  private measureSpread(v: Triple): number {
    const spans = pictureAxes(v).map((axis) => {
      const along = this.cloud.map(({ centre }) => dot(axis, centre));
      return largest(along) + largest(along.map((value) => -value));
    });
    return (spans[0] + spans[1]) / 2;
  }

  /** The box of all balls in the plane of the picture, starting with `box`, as long as it is within the limit. */
  private viewAround(balls: readonly Ball[], view: ViewAngles, limit: number, box: Box): Camera {
    const v = directionOf(view);
    const axes = pictureAxes(v);
    const [right, up] = axes;
    const aspect = this.aspectOf();
    for (const { centre, radius } of balls)
      for (const [k, axis] of axes.entries()) {
        const along = dot(axis, centre);
        box[k][0] = Math.max(-limit, Math.min(box[k][0], along - radius));
        box[k][1] = Math.min(limit, Math.max(box[k][1], along + radius));
      }
    const [x, y] = box.map(([low, high]) => (low + high) / 2);
    const [w, h] = box.map(([low, high]) => (high - low) / 2);
    const slope = Math.tan(FIELD / 2);
    // What is nearer to the eye than the target looks larger: (|offset| + radius) / (distance - depth) ≤ slope ·
    // aspect.
    const sideways = balls.map(
      ({ centre, radius }) =>
        (1.04 * Math.min(w, Math.abs(dot(right, centre) - x) + radius)) / (slope * aspect) + Math.min(limit, dot(v, centre)),
    );
    const upward =
      this.cloud.length === 0
        ? [(0.97 * h) / slope + 0.35]
        : balls.map(({ centre }) => (1.15 * Math.abs(dot(up, centre) - y)) / slope + dot(v, centre));
    return { ...view, target: add(add([0, 0, 0], right, x), up, y), distance: Math.max(0.05, largest(upward), largest(sideways)) };
  }
}

function emptyRange(): [number, number] {
  return [NOWHERE, -NOWHERE];
}

function ballAt(scene: Scene, body: BodyData, t: number): Ball {
  return { centre: placeAt(scene, body, t).centre, radius: body.radius };
}

function verticesAt(scene: Scene, body: BodyData, t: number): Ball[] {
  const { columns, centre } = placeAt(scene, body, t);
  const { positions: p } = scene.meshes[body.mesh];
  return Array.from({ length: p.length / 3 }, (_, v) => ({
    centre: fromFrame(columns, centre, p.subarray(3 * v, 3 * v + 3)),
    radius: POINT,
  }));
}

/** The farthest points in many directions, in turn at the start and at the end. */
function farthestPoints(scene: Scene, body: BodyData): Ball[] {
  const { columns, centre } = placeAt(scene, body, 0);
  const { positions, later = positions }: Mesh = scene.meshes[body.mesh];
  return Array.from({ length: 120 }, (_, i) => {
    const z = (i + 0.5) / 60 - 1;
    const r = Math.sqrt(1 - z * z);
    const direction = [r * Math.cos(2.4 * i), r * Math.sin(2.4 * i), z];
    const p = i % 2 === 1 ? later : positions;
    let best = 0;
    let most = -Infinity;
    for (let v = 0; v < p.length; v += 3) {
      const along = direction[0] * p[v] + direction[1] * p[v + 1] + direction[2] * p[v + 2];
      if (along > most) {
        most = along;
        best = v;
      }
    }
    return { centre: fromFrame(columns, centre, p.subarray(best, best + 3)), radius: POINT };
  });
}

/** Largest of any number of values, however many there are. */
function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), -Infinity);
}
