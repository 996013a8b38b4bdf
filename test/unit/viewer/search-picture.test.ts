import type { Mesh, MeshLambertMaterial } from 'three';
import { expect, test } from 'vitest';
import { SearchPicture } from '../../../viewer/src/stage/search-picture.ts';

test('of volumes that overlap only the nearest surface has a colour: what was kept first, and what was ruled out over it', () => {
  const picture = new SearchPicture();
  const triangles = new Float64Array(9);
  const volume = (kept: boolean) => ({
    ...{ of: { body: 'arm' }, kept, triangles, radius: 1, error: 0 },
    positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
    indices: Uint32Array.of(0, 1, 2),
  });
  picture.show([{ min: [0, 0, 0], max: [1, 1, 1], kept: true }], [volume(false), volume(true), volume(true)]);
  const drawn = [...picture.group.children] as Mesh[];
  drawn.sort((a, b) => a.renderOrder - b.renderOrder);
  const passes = drawn.map(({ material }) => {
    const {
      isLineBasicMaterial: isLine,
      colorWrite,
      depthWrite,
      opacity,
    } = material as MeshLambertMaterial & { isLineBasicMaterial?: true };
    return isLine ? 'lines' : `${depthWrite ? 'depth' : ''}${colorWrite ? opacity : ''}`;
  });
  expect(passes).toEqual(['lines', 'depth', 'depth', '0.4', '0.4', 'depth', '0.3']);
  expect(picture.counts).toEqual({ boxes: 1, keptBoxes: 1, volumes: 3, keptVolumes: 2 });
  picture.clear();
  expect(picture.group.children).toEqual([]);
});
