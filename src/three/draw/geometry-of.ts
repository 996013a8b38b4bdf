import { BufferGeometry, Float32BufferAttribute } from 'three';
import { shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { drawnShape } from '../../report/drawn-shape.ts';

/**
 * A mesh as a geometry of three.js, to draw it by: every triangle with its own normal; spheres, capsules and thick
 * triangles as round as they are.
 */
export function geometryOf(shape: TriangleMesh): BufferGeometry {
  if (!(shape instanceof TriangleMesh)) throw new InputError(`geometryOf: needs a TriangleMesh, got ${shownValue(shape)}`);
  const { positions, indices } = drawnShape(shape);
  const corners = new Float32Array(3 * indices.length);
  for (let i = 0; i < indices.length; i++) for (let k = 0; k < 3; k++) corners[3 * i + k] = positions[3 * indices[i] + k];
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(corners, 3));
  geometry.computeVertexNormals();
  return geometry;
}
