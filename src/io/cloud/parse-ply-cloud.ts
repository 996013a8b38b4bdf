import { InputError } from '../../math/input-error.ts';
import { limitHint } from '../../math/limits.ts';
import { LARGEST_COORDINATE } from '../../mesh/triangle-mesh.ts';
import { hasCorners, missingAxis, readRows, skipList } from '../mesh/parse-ply.ts';
import { type PlyData, plyData } from '../mesh/ply-data.ts';
import { type PlyElement, readPlyHeader } from '../mesh/ply-header.ts';
import type { CloudPoints } from './build-cloud.ts';

// PLY that holds points: x, y, z and radius of `vertex`; other elements and properties are skipped. With faces it is a
// mesh, and taking its corners for all of it would lose the surface between them.

const VALUES: readonly string[] = ['x', 'y', 'z', 'radius'];

export function parsePlyCloud(bytes: Uint8Array, file: string): CloudPoints {
  const header = readPlyHeader(bytes, file);
  const headerFault = (message: string) => new InputError(message, { file, line: header.endLine });
  const faces = header.elements.find(({ name, count }) => hasCorners(name) && count > 0);
  if (faces !== undefined)
    throw headerFault(`has ${faces.count} rows of "${faces.name}" and is a mesh, whose surface counts too; read it by readMesh`);
  const vertex = header.elements.find(({ name }) => name === 'vertex');
  if (vertex === undefined || vertex.count === 0) throw headerFault('no points: the header has no element "vertex" with rows');
  const missing = missingAxis(vertex);
  if (missing !== undefined) throw headerFault(`the points have no single value ${missing}`);
  const data = plyData(bytes, file, header);
  let points: CloudPoints | undefined;
  for (const element of header.elements) {
    if (element.properties.length === 0) continue;
    data.checkRoom(element);
    if (element === vertex) points = readPoints(data, element);
    else readRows(data, element, null);
  }
  data.end();
  // the vertices have properties
  return points as CloudPoints;
}

function readPoints(data: PlyData, { count, properties }: PlyElement): CloudPoints {
  const positions = new Float64Array(3 * count);
  const slots = properties.map(({ name, countType }) => (countType === null ? VALUES.indexOf(name) : -1));
  const radii = slots.includes(3) ? new Float64Array(count) : null;
  for (let row = 0; row < count; row++) {
    for (let p = 0; p < properties.length; p++) {
      const slot = slots[p];
      if (properties[p].countType !== null) skipList(data, properties[p]);
      else if (slot < 0) data.skip(properties[p].type);
      else if (slot < 3) {
        const x = data.measured(properties[p].type);
        if (Math.abs(x) > LARGEST_COORDINATE && Number.isFinite(x))
          throw data.error(`point ${row} has ${VALUES[slot]} = ${x}${limitHint(x)}`);
        positions[3 * row + slot] = x;
      } else if (radii !== null) {
        radii[row] = data.value(properties[p].type);
        if (!(radii[row] >= 0)) throw data.error(`point ${row} has the radius ${radii[row]}`);
      }
    }
    data.endRow();
  }
  return { positions, radii, placeOf: () => ({}) };
}
