import { InputError } from '../../math/input-error.ts';
import { cone, cylinder } from '../../mesh/cylinder.ts';
import { box, capsule, plane, sphere } from '../../mesh/primitives.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { besidePath, type Files } from '../files.ts';
import { readMesh } from '../mesh/read-mesh.ts';
import type { Located } from '../text/located-value.ts';
import type { CellShape } from './cell-file.ts';

/** Shapes as meshes; a file that is read alike is read once. */
export class CellMeshes {
  private readonly files: Files;
  private readonly cellPath: string;
  private readonly read: Map<string, TriangleMesh> = new Map();

  constructor(files: Files, cellPath: string) {
    this.files = files;
    this.cellPath = cellPath;
  }

  /** `place`: the obstacle or held thing in the cell file. */
  async make(shape: CellShape, name: string, place: Located): Promise<TriangleMesh> {
    const at = place.field(shape.type);
    try {
      return shape.type === 'mesh' ? await this.meshOf(shape) : primitive(shape, name);
    } catch (cause) {
      // The place names it already.
      const bare = cause instanceof InputError ? new InputError(cause.message.replace(`${name}: `, '')) : cause;
      throw at.because(bare);
    }
  }

  private async meshOf(shape: CellShape & { type: 'mesh' }): Promise<TriangleMesh> {
    const { file, scale, solid, upAxis } = shape;
    const key = JSON.stringify([file, scale, solid, upAxis]);
    const ready = this.read.get(key);
    if (ready !== undefined) return ready;
    const mesh = await readMesh(this.files, besidePath(this.cellPath, file), { scale, solid, upAxis });
    this.read.set(key, mesh);
    return mesh;
  }
}

function primitive(shape: Exclude<CellShape, { type: 'mesh' }>, name: string): TriangleMesh {
  switch (shape.type) {
    case 'box':
      return box(shape.size, [0, 0, 0], name);
    case 'sphere':
      return sphere(shape.radius, [0, 0, 0], name);
    case 'cylinder':
      return cylinder(shape.radius, shape.height, { name, excess: shape.excess });
    case 'cone':
      return cone(shape.radius, shape.height, { name, topRadius: shape.topRadius, excess: shape.excess });
    case 'plane':
      return plane(shape.normal, shape.offset, { name, extent: shape.extent });
    case 'capsule':
      return capsule([0, 0, -shape.length / 2], [0, 0, shape.length / 2], shape.radius, name);
  }
}
