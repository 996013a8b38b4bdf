import { InputError } from '../../math/input-error.ts';
import { cone, cylinder } from '../../mesh/cylinder.ts';
import { heightField } from '../../mesh/height-field.ts';
import { box, capsule, plane, sphere } from '../../mesh/primitives.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { readCloud } from '../cloud/read-cloud.ts';
import { besidePath, type Files } from '../files.ts';
import { readOctomap } from '../map/parse-octomap.ts';
import { readFloorMap } from '../map/read-floor-map.ts';
import { readHeightField } from '../map/read-height-field.ts';
import { readMesh } from '../mesh/read-mesh.ts';
import type { Located } from '../text/located-value.ts';
import type { WorkMeter } from '../work-meter.ts';
import type { CellShape } from './cell-shapes.ts';

/** Shapes as meshes; a file that is read alike is read once. */
export class CellMeshes {
  private readonly files: Files;
  private readonly cellPath: string;
  private readonly onWarning: (warning: string) => void;
  private readonly maxWork: WorkMeter;
  private readonly read: Map<string, TriangleMesh> = new Map();

  constructor(files: Files, cellPath: string, maxWork: WorkMeter, onWarning: (warning: string) => void) {
    this.maxWork = maxWork;
    this.files = files;
    this.cellPath = cellPath;
    this.onWarning = onWarning;
  }

  /** `place`: the obstacle or held thing in the cell file. */
  async make(shape: CellShape, name: string, place: Located): Promise<TriangleMesh> {
    const at = place.field(shape.type);
    try {
      if (!('file' in shape) || shape.file === undefined) return primitive(shape as Unread, name);
      const key = JSON.stringify(shape);
      const mesh = this.read.get(key) ?? (await this.readShape(shape as Read));
      this.read.set(key, mesh);
      return mesh;
    } catch (cause) {
      // The place names it already.
      const isNamed = cause instanceof InputError && cause.message.startsWith(`${name}: `);
      const bare = isNamed ? new InputError(cause.message.slice(name.length + 2)) : cause;
      throw at.because(bare);
    }
  }

  private readShape(shape: Read): Promise<TriangleMesh> {
    const { files, maxWork, onWarning } = this;
    const path = besidePath(this.cellPath, shape.file);
    switch (shape.type) {
      case 'mesh':
        return readMesh(files, path, { scale: shape.scale, solid: shape.solid, upAxis: shape.upAxis, maxWork });
      case 'cloud':
        return readCloud(files, path, { radius: shape.radius, scale: shape.scale, onWarning, maxWork });
      case 'octomap':
        return readOctomap(files, path, { scale: shape.scale, maxWork });
      case 'floorMap':
        return readFloorMap(files, path, { height: shape.height, unknown: shape.unknown, maxWork });
      case 'heightField':
        return readHeightField(files, path, {
          spacing: shape.spacing,
          origin: shape.origin,
          base: shape.base,
          scale: shape.scale,
          maxWork,
        });
    }
  }
}

/** What is read from a file, and what the cell says itself. */
type Read = Extract<CellShape, { readonly file?: string }> & { readonly file: string };
type Unread = Exclude<CellShape, { readonly file: string }>;

function primitive(shape: Unread, name: string): TriangleMesh {
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
    case 'heightField': {
      const { heights = [], spacing, origin, base, scale = 1 } = shape;
      const scaled = heights.flat().map((height) => height * scale);
      return heightField(scaled, { columns: heights[0]?.length ?? 0, rows: heights.length, spacing, origin, base, name });
    }
  }
}
