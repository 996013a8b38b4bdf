// The peers of the casts, each given what it does best: Rapier's castCollider and Jolt's CastShape (both WebAssembly, single precision), and three-mesh-bvh, which has
// no casts over time: its intersectsGeometry, a shapecast, at evenly spaced instants, then halving.

import initJolt from 'jolt-physics';
import { BufferAttribute, BufferGeometry, Matrix4, Quaternion, Vector3 } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import { loadRapier } from '../bodies/bodies-rapier.ts';
import type { Cast, CastBody } from './cast-scenes.ts';

/** Asks one cast: the time of contact, Infinity for none. Null where the library does not know such a pair. */
export type Caster = (cast: Cast) => number;
export interface CastPeer {
  readonly name: string;
  /** Asked about so many casts only, and once, where it takes long. */
  readonly most?: number;
  make(a: CastBody, b: CastBody): Caster | null;
}

export async function castPeers(): Promise<CastPeer[]> {
  return [await rapierPeer(), await joltPeer(), { name: 'three-mesh-bvh', most: 2, make: bvhCaster }];
}

async function rapierPeer(): Promise<CastPeer> {
  const rapier = await loadRapier();
  return {
    name: 'Rapier 0.21',
    make: (a, b) => {
      // its casts do not know two meshes
      if (a.hull === undefined && b.hull === undefined) return null;
      const world = new rapier.World({ x: 0, y: 0, z: 0 });
      const [moving, standing] = [a, b].map(({ hull, mesh }) => {
        const points = Float32Array.from((hull ?? mesh).positions);
        const shape = hull ? rapier.ColliderDesc.convexHull(points) : rapier.ColliderDesc.trimesh(points, Uint32Array.from(mesh.indices));
        if (shape === null) throw new Error('Rapier makes no hull of these points');
        return world.createCollider(shape, world.createRigidBody(rapier.RigidBodyDesc.kinematicPositionBased()));
      });
      const at = { x: 0, y: 0, z: 0 };
      const turn = { x: 0, y: 0, z: 0, w: 1 };
      const way = { x: 0, y: 0, z: 0 };
      const still = { x: 0, y: 0, z: 0 };
      return (cast) => {
        [at.x, at.y, at.z] = cast.pose.position;
        [turn.x, turn.y, turn.z, turn.w] = cast.pose.quaternion;
        [way.x, way.y, way.z] = cast.way;
        moving.setTranslation(at);
        moving.setRotation(turn);
        return moving.castCollider(way, standing, still, 0, 1, true)?.time_of_impact ?? Infinity;
      };
    },
  };
}

async function joltPeer(): Promise<CastPeer> {
  const Jolt = await initJolt();
  const settings = new Jolt.JoltSettings();
  const objects = new Jolt.ObjectLayerPairFilterTable(1);
  const phases = new Jolt.BroadPhaseLayerInterfaceTable(1, 1);
  settings.mObjectLayerPairFilter = objects;
  settings.mBroadPhaseLayerInterface = phases;
  settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(phases, 1, objects, 1);
  // it registers the shapes' functions
  new Jolt.JoltInterface(settings);
  const one = new Jolt.Vec3(1, 1, 1);
  const shapeOf = ({ hull, mesh }: CastBody) => {
    const at = (v: number) => [0, 1, 2].map((k) => mesh.positions[3 * v + k]) as [number, number, number];
    if (hull !== undefined) {
      const made = new Jolt.ConvexHullShapeSettings();
      made.mMaxConvexRadius = 0;
      for (let v = 0; v < hull.vertexCount; v++) made.mPoints.push_back(new Jolt.Vec3(...at(v)));
      const result = made.Create();
      return result.IsValid() ? result.Get() : null;
    }
    const [vertices, triangles] = [new Jolt.VertexList(), new Jolt.IndexedTriangleList()];
    for (let v = 0; v < mesh.positions.length / 3; v++) vertices.push_back(new Jolt.Float3(...at(v)));
    const { indices: i } = mesh;
    for (let f = 0; f < i.length; f += 3) triangles.push_back(new Jolt.IndexedTriangle(i[f], i[f + 1], i[f + 2], 0));
    const result = new Jolt.MeshShapeSettings(vertices, triangles, new Jolt.PhysicsMaterialList()).Create();
    return result.IsValid() ? result.Get() : null;
  };
  return {
    name: 'Jolt 1.1',
    make: (a, b) => {
      // it casts no meshes; hulls have at most 256 points
      if (a.hull === undefined) return null;
      const [moving, standing] = [shapeOf(a), shapeOf(b)];
      if (moving === null || standing === null) return null;
      const middle = moving.GetCenterOfMass();
      const centre = new Vector3(middle.GetX(), middle.GetY(), middle.GetZ());
      const target = new Jolt.TransformedShape();
      target.mShape = standing;
      target.mShapeScale = new Jolt.Float3(1, 1, 1);
      target.SetWorldTransform(new Jolt.RVec3(0, 0, 0), new Jolt.Quat(0, 0, 0, 1), one);
      const how = new Jolt.ShapeCastSettings();
      how.mBackFaceModeTriangles = Jolt.EBackFaceMode_CollideWithBackFaces;
      const [collector, filter, base] = [new Jolt.CastShapeClosestHitCollisionCollector(), new Jolt.ShapeFilter(), new Jolt.RVec3(0, 0, 0)];
      const [turn, at, way] = [new Jolt.Quat(0, 0, 0, 1), new Jolt.RVec3(0, 0, 0), new Jolt.Vec3(0, 0, 0)];
      const [q, p] = [new Quaternion(), new Vector3()];
      const mats = Jolt.RMat44.prototype;
      return (cast) => {
        const [x, y, z, w] = cast.pose.quaternion;
        const [px, py, pz] = cast.pose.position;
        p.copy(centre).applyQuaternion(q.set(x, y, z, w));
        turn.Set(x, y, z, w);
        at.Set(px + p.x, py + p.y, pz + p.z);
        way.Set(...cast.way);
        const thrown = new Jolt.RShapeCast(moving, one, mats.sRotationTranslation(turn, at), way);
        collector.Reset();
        target.CastShape(thrown, how, base, collector, filter);
        const time = collector.HadHit() ? collector.mHit.mFraction : Infinity;
        Jolt.destroy(thrown);
        return time;
      };
    },
  };
}

/** Instants looked at before the first one in contact is narrowed down, and halvings then. */
const INSTANTS = 100;
const HALVINGS = 16;

function bvhCaster(a: CastBody, b: CastBody): Caster {
  const [moving, standing] = [a, b].map(({ mesh }) => {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(Float32Array.from(mesh.positions), 3));
    geometry.setIndex(new BufferAttribute(Uint32Array.from(mesh.indices), 1));
    geometry.boundsTree = new MeshBVH(geometry);
    return geometry;
  });
  const bvh = standing.boundsTree as MeshBVH;
  const [matrix, turn, scale, at] = [new Matrix4(), new Quaternion(), new Vector3(1, 1, 1), new Vector3()];
  return ({ pose, way }) => {
    turn.set(...pose.quaternion);
    const meets = (t: number) => {
      at.set(pose.position[0] + t * way[0], pose.position[1] + t * way[1], pose.position[2] + t * way[2]);
      return bvh.intersectsGeometry(moving, matrix.compose(at, turn, scale));
    };
    for (let k = 0; k <= INSTANTS; k++) {
      if (!meets(k / INSTANTS)) continue;
      let [free, hit] = [(k - 1) / INSTANTS, k / INSTANTS];
      for (let h = 0; h < HALVINGS; h++) {
        const middle = 0.5 * (free + hit);
        if (meets(middle)) hit = middle;
        else free = middle;
      }
      return hit;
    }
    return Infinity;
  };
}
