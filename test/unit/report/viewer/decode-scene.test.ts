import { describe, expect, test } from 'vitest';
import { pictureData } from '../../../../src/report/pair/picture-data.ts';
import { pointAt } from '../../../../src/report/placed-body.ts';
import { countPassed, findInterval } from '../../../../src/report/viewer/program/ascending-times.ts';
import { fromFrame, placeAt, placePacked, traceWay } from '../../../../src/report/viewer/program/body-pose.ts';
import { decodeScene } from '../../../../src/report/viewer/program/decode-scene.ts';
import { rayMeetsTriangle } from '../../../../src/report/viewer/program/line-of-sight.ts';
import { smoothSurface } from '../../../../src/report/viewer/program/smooth-surface.ts';
import { dot, measure, normalise, subtract } from '../../../../src/report/viewer/program/vectors.ts';
import { worldPicture } from '../../../../src/report/world/world-picture.ts';
import { reported } from '../pair/report-inputs.ts';
import { reportedWorld } from '../world/world-report-inputs.ts';

describe('what a page was given comes back', () => {
  const input = reported({ scale: 40 });
  const scene = decodeScene(pictureData(input, 0.25));

  test('bodies move as they did', () => {
    const { motion, mesh } = input.a;
    const [drawn] = scene.data.bodies;
    const corner = (v: number) => [mesh.positions[3 * v], mesh.positions[3 * v + 1], mesh.positions[3 * v + 2]] as const;
    for (const t of [0, 0.3, 1]) {
      const { columns, centre } = placeAt(scene, drawn, t);
      const shown = [4, 5].map((v) => fromFrame(columns, centre, scene.meshes[drawn.mesh].positions.subarray(3 * v, 3 * v + 3)));
      const real = [4, 5].map((v) => pointAt(motion, t, corner(v)));
      const scale = measure(subtract(shown[0], shown[1])) / measure(subtract(real[0], real[1]));
      const still = scene.data.bodies[1];
      const post = placeAt(scene, still, t);
      const fromPost = subtract(shown[0], fromFrame(post.columns, post.centre, scene.meshes[still.mesh].positions.subarray(12, 15)));
      for (let k = 0; k < 3; k++) expect(fromPost[k] / scale).toBeCloseTo(real[0][k] - corner(4)[k], 3);
    }
  });

  test('the way of a body begins and ends with it, in even steps', () => {
    const [body] = scene.data.bodies;
    const way = traceWay(scene, body);
    expect(way[0]).toEqual(placeAt(scene, body, 0).centre);
    const steps = way.slice(1).map((place, i) => measure(subtract(place, way[i])));
    expect(Math.max(...steps)).toBeLessThan(1.3 * Math.min(...steps));
  });

  test('whole numbers of a world stand for poses', () => {
    const given = reportedWorld();
    const world = decodeScene(worldPicture(given, 0, []).data);
    const { bodies } = world.data;
    const [one, other] = bodies.filter(({ still }) => !still);
    const at = (t: number) => measure(subtract(placeAt(world, one, t).centre, placeAt(world, other, t).centre));
    const [{ poses }] = given.frames;
    const real = measure(subtract(poses[2].position ?? [], poses[3].position ?? []));
    expect(at(0) * (0.1 / one.radius)).toBeCloseTo(real, 3);
    expect(placeAt(world, one, -1)).toEqual(placeAt(world, one, 0));
  });

  test('between two samples a body turns evenly, the short way', () => {
    const turned = [0, 0, Math.sin(0.4), Math.cos(0.4)];
    const track = Float32Array.from([0, 0, 0, 0, 0, 0, 1, 2, 0, 0, ...turned.map((x) => -x)]);
    const { columns, centre } = placeAt(
      { ...scene, tracks: [track], data: { ...scene.data, times: [1, 3] } },
      { mesh: 0, color: 'a', still: false, centre: [0, 0, 0], radius: 1, track: 0 },
      2,
    );
    expect(centre[0]).toBeCloseTo(1, 6);
    expect(Math.atan2(columns[0][1], columns[0][0])).toBeCloseTo(0.4, 6);
  });
});

test('a quarter turn about z, with the centre carried along', () => {
  const { columns, centre } = placePacked([1, 2, 3, 0, 0, Math.SQRT1_2, Math.SQRT1_2], [1, 0, 0]);
  expect(centre.map((x) => Math.round(x * 1e9) / 1e9)).toEqual([1, 3, 3]);
  expect(columns[0][1]).toBeCloseTo(1, 12);
});

describe('normals', () => {
  // Two triangles that share the edge from 0 to 1, bent by an angle; the second has vertices of its own there.
  const bent = (angle: number) => ({
    positions: new Float32Array([0, 0, 0, 1, 0, 0, 0.5, 1, 0, 1, 0, 0, 0, 0, 0, 0.5, -Math.cos(angle), Math.sin(angle)]),
    indices: new Uint32Array([0, 1, 2, 3, 4, 5]),
  });
  const normalAt = (corners: Float32Array, corner: number) => corners.subarray(6 * corner + 3, 6 * corner + 6);

  test('are smooth over a flat edge, although the vertices are stored twice', () => {
    const corners = smoothSurface(bent(0.3));
    expect([...normalAt(corners, 0)]).toEqual([...normalAt(corners, 4)]);
    expect(dot(normalAt(corners, 0), [0, 0, 1])).toBeCloseTo(Math.cos(0.15), 5);
    expect([...normalAt(corners, 2)]).toEqual([0, 0, 1]);
  });

  test('are sharp over a sharp one', () => {
    const corners = smoothSurface(bent(0.9));
    expect([...normalAt(corners, 0)]).toEqual([0, 0, 1]);
    expect(dot(normalAt(corners, 4), [0, 0, 1])).toBeCloseTo(Math.cos(0.9), 5);
  });
});

test('a ray meets a triangle in front of it only, and within its edges', () => {
  const corners = [0, 0, 2, 1, 0, 2, 0, 1, 2];
  const meets = (from: readonly number[], direction: readonly number[]) => rayMeetsTriangle(from, direction, corners, 0, 3, 6);
  expect(meets([0.2, 0.2, 0], [0, 0, 1])).toBe(2);
  expect(meets([0.2, 0.2, 3], [0, 0, 1])).toBe(0);
  expect(meets([0.6, 0.6, 0], [0, 0, 1])).toBe(0);
  expect(meets([-0.1, 0.2, 0], [0, 0, 1])).toBe(0);
  expect(meets([0.2, 0.2, 0], [1, 0, 0])).toBe(0);
});

test('ascending times: how many have come, and which interval holds one', () => {
  const times = [0, 1, 1, 2];
  expect([-1, 0, 0.5, 1, 1.5, 2, 9].map((t) => countPassed(times, t))).toEqual([0, 1, 1, 3, 3, 4, 4]);
  expect([-1, 0, 0.5, 1, 1.5, 2, 9].map((t) => findInterval(times, t))).toEqual([0, 0, 0, 2, 2, 2, 2]);
  expect(countPassed([], 1)).toBe(0);
});

test('the null vector has no direction', () => {
  expect(normalise([0, 0, 0])).toEqual([0, 0, 0]);
  expect(normalise([0, 3, 4])).toEqual([0, 0.6, 0.8]);
});
