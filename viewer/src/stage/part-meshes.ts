/** The parts as instances: one call to the graphics card for each mesh, however often it stands there. */
import {
  Box3,
  type BufferAttribute,
  type BufferGeometry,
  Color,
  DoubleSide,
  Group,
  InstancedMesh,
  LineBasicMaterial,
  Matrix4,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Plane,
  Quaternion,
  type Raycaster,
  Vector3,
} from 'three';
import { type Colours, partColour } from './colours.ts';
import { drawnGeometry, edgeGeometry } from './drawn-geometry.ts';
import { InstancedLines } from './instanced-lines.ts';
import type { Part, PlacedPose, Placement } from './parts.ts';

const ONE = new Vector3(1, 1, 1);
/** A little behind its own edges. */
const SURFACE = { side: DoubleSide, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 } as const;
/** In place of the colour of an instance: the colours that its mesh has from its file. */
const ITS_OWN = new Color(-1, -1, -1);

/** One for a single colour, and one for the colours of a file. */
type Surfaces = readonly [plain: MeshLambertMaterial, coloured: MeshLambertMaterial];

function surfaces(): Surfaces {
  const coloured = new MeshLambertMaterial({ ...SURFACE, vertexColors: true });
  coloured.onBeforeCompile = (shader) => {
    const own = '#include <color_vertex>\n  vColor.rgb = instanceColor.r < 0.0 ? color.rgb : instanceColor.rgb;';
    shader.vertexShader = shader.vertexShader.replace('#include <color_vertex>', own);
  };
  return [new MeshLambertMaterial(SURFACE), coloured];
}

function hasColours({ geometry }: InstancedMesh): boolean {
  return geometry.hasAttribute('color');
}

interface Slot {
  readonly mesh: InstancedMesh;
  readonly instance: number;
  readonly local: Matrix4 | null;
}

export function matrixOf({ position, quaternion }: PlacedPose, out: Matrix4 = new Matrix4()): Matrix4 {
  return out.compose(new Vector3(...position), new Quaternion(...quaternion), ONE);
}

export class PartMeshes {
  readonly group: Group = new Group();
  readonly parts: readonly Part[];
  private readonly slots: Slot[] = [];
  private readonly byKey: Map<string, number[]> = new Map();
  private readonly partsOfMesh: Map<InstancedMesh, number[]> = new Map();
  private readonly wires: InstancedMesh[] = [];
  private readonly edges: InstancedLines[] = [];
  private readonly moving: Surfaces = surfaces();
  /** Materials of what stands: it may be cut away. */
  private readonly standing: Surfaces = surfaces();
  private readonly edgeMaterial: LineBasicMaterial = new LineBasicMaterial({ transparent: true, opacity: 0.38 });
  private readonly standingEdges: LineBasicMaterial = this.edgeMaterial.clone();
  private readonly wireMaterial: MeshBasicMaterial = new MeshBasicMaterial({ wireframe: true, transparent: true, opacity: 0.35 });
  private readonly standingWires: MeshBasicMaterial = this.wireMaterial.clone();
  private readonly scratch: Matrix4 = new Matrix4();

  constructor(parts: readonly Part[]) {
    this.parts = parts;
    parts.forEach(({ key }, i) => {
      listAt(this.byKey, key).push(i);
    });
    for (const numbers of groupsOf(parts)) {
      const [{ mesh: shape, kind }] = numbers.map((number) => parts[number]);
      const geometry = drawnGeometry(shape);
      const [plain, coloured] = kind === 'obstacle' ? this.standing : this.moving;
      const mesh = new InstancedMesh(geometry, geometry.hasAttribute('color') ? coloured : plain, numbers.length);
      // where instances move, the bounds of all of them would have to be made anew in every frame
      mesh.frustumCulled = false;
      mesh.castShadow = true;
      mesh.receiveShadow = true;
      this.partsOfMesh.set(mesh, numbers);
      this.group.add(mesh);
      // what deforms would leave its edges behind
      const edges = kind === 'soft' ? null : edgeGeometry(shape);
      if (edges !== null) this.addEdges(edges, mesh);
      numbers.forEach((number, instance) => {
        const local = isIdentity(parts[number].local) ? null : matrixOf(parts[number].local);
        this.slots[number] = { mesh, instance, local };
      });
    }
  }

  private stands({ material }: InstancedMesh): boolean {
    return this.standing.includes(material as MeshLambertMaterial);
  }

  private addEdges(edges: BufferGeometry, mesh: InstancedMesh): void {
    const lines = new InstancedLines(edges, this.stands(mesh) ? this.standingEdges : this.edgeMaterial, mesh.instanceMatrix);
    this.edges.push(lines);
    this.group.add(lines);
  }

  /** In a room that is cut open only what moves has to do with shadows: the rest of it would be dark. */
  castShadows(onlyMovers: boolean): void {
    for (const mesh of this.partsOfMesh.keys()) {
      mesh.castShadow = !onlyMovers || !this.stands(mesh);
      mesh.receiveShadow = mesh.castShadow;
    }
  }

  /** Puts what is named there; everything else stays. */
  place(placement: Placement): void {
    const touched = new Set<InstancedMesh>();
    for (const [key, pose] of placement) {
      for (const number of this.byKey.get(key) ?? []) {
        const { mesh, instance, local } = this.slots[number];
        matrixOf(pose, this.scratch);
        if (local !== null) this.scratch.multiply(local);
        mesh.setMatrixAt(instance, this.scratch);
        touched.add(mesh);
      }
    }
    for (const mesh of touched) {
      mesh.instanceMatrix.needsUpdate = true;
      mesh.boundingSphere = null;
    }
  }

  /** New vertices of something that deforms, in its own frame. */
  deform(key: string, positions: Float32Array): void {
    for (const number of this.numbersOf(key)) {
      const { mesh } = this.slots[number];
      const { indices } = this.parts[number].mesh;
      const places = mesh.geometry.getAttribute('position') as BufferAttribute;
      for (let i = 0; i < indices.length; i++) {
        const v = 3 * indices[i];
        places.setXYZ(i, positions[v], positions[v + 1], positions[v + 2]);
      }
      places.needsUpdate = true;
      mesh.geometry.computeVertexNormals();
      mesh.geometry.boundingSphere = null;
    }
  }

  /** Colours by the kind of thing, but for those that are given by key. */
  paint(colours: Colours, special: ReadonlyMap<string, Color>): void {
    this.parts.forEach((part, number) => {
      const { mesh, instance } = this.slots[number];
      const own = hasColours(mesh) ? ITS_OWN : partColour(colours, part);
      mesh.setColorAt(instance, special.get(part.key) ?? own);
    });
    for (const { instanceColor } of this.partsOfMesh.keys()) if (instanceColor !== null) instanceColor.needsUpdate = true;
    for (const material of [this.wireMaterial, this.standingWires]) material.color.copy(colours.ink);
    for (const material of [this.edgeMaterial, this.standingEdges]) material.color.copy(colours.edge);
  }

  /** What stands is only drawn on the far side of the plane; null: all of it. */
  cut(plane: Plane | null): void {
    const planes = plane === null ? null : [plane];
    if ((this.standingEdges.clippingPlanes === null) === (planes === null)) return;
    for (const material of [...this.standing, this.standingWires, this.standingEdges]) {
      material.clippingPlanes = planes;
      material.needsUpdate = true;
    }
  }

  /** Edges of the triangles that are tested. */
  showEdges(shown: boolean): void {
    if (shown && this.wires.length === 0) {
      for (const mesh of this.partsOfMesh.keys()) {
        const material = this.stands(mesh) ? this.standingWires : this.wireMaterial;
        const wire = new InstancedMesh(mesh.geometry, material, mesh.count);
        wire.instanceMatrix = mesh.instanceMatrix;
        wire.frustumCulled = false;
        // after the lines at sharp edges, wherever it stood when it was drawn first
        wire.renderOrder = 1;
        wire.raycast = () => {};
        this.wires.push(wire);
        this.group.add(wire);
      }
    }
    for (const wire of this.wires) wire.visible = shown;
  }

  /** What the ray meets first, on the far side of the plane where what stands is cut away. */
  hit(ray: Raycaster, plane: Plane | null): { readonly part: Part; readonly point: Vector3 } | null {
    for (const { object, instanceId, point } of ray.intersectObjects([...this.partsOfMesh.keys()], false)) {
      const number = this.partsOfMesh.get(object as InstancedMesh)?.[instanceId ?? -1];
      if (number === undefined) continue;
      const part = this.parts[number];
      if (plane === null || part.kind !== 'obstacle' || plane.distanceToPoint(point) >= 0) return { part, point };
    }
    return null;
  }

  /** How many surfaces the ray meets between two distances. */
  hitsBetween(ray: Raycaster, from: number, to: number): number {
    return ray.intersectObjects([...this.partsOfMesh.keys()], false).filter(({ distance }) => distance >= from && distance <= to).length;
  }

  /** The box around everything, or around the parts that are wanted. */
  bounds(wanted: (part: Part) => boolean = () => true): Box3 {
    const all = new Box3();
    const box = new Box3();
    this.parts.forEach((part, number) => {
      if (!wanted(part)) return;
      const { mesh, instance } = this.slots[number];
      mesh.getMatrixAt(instance, this.scratch);
      box.copy(mesh.geometry.boundingBox as Box3).applyMatrix4(this.scratch);
      all.union(box);
    });
    return all;
  }

  /** Middles of some of the parts that are wanted, the last ones first: those are at the tips. */
  middles(wanted: (part: Part) => boolean, most: number): readonly Vector3[] {
    const numbers = this.parts.flatMap((part, i) => (wanted(part) ? [i] : [])).reverse();
    const every = Math.max(1, Math.floor(numbers.length / most));
    return numbers
      .filter((_, i) => i % every === 0)
      .slice(0, most)
      .map((number) => {
        const { mesh, instance } = this.slots[number];
        mesh.getMatrixAt(instance, this.scratch);
        return (mesh.geometry.boundingBox as Box3).getCenter(new Vector3()).applyMatrix4(this.scratch);
      });
  }

  matrixOfPart(number: number): Matrix4 {
    const { mesh, instance } = this.slots[number];
    mesh.getMatrixAt(instance, this.scratch);
    return this.scratch.clone();
  }

  /** Numbers of the parts of that key. */
  numbersOf(key: string): readonly number[] {
    return this.byKey.get(key) ?? [];
  }

  get triangles(): number {
    return [...this.partsOfMesh.keys()].reduce((sum, mesh) => sum + (mesh.count * mesh.geometry.getAttribute('position').count) / 3, 0);
  }

  dispose(): void {
    for (const mesh of [...this.partsOfMesh.keys(), ...this.wires]) {
      mesh.geometry.dispose();
      mesh.dispose();
    }
    for (const { geometry } of this.edges) geometry.dispose();
    const own = [...this.moving, ...this.standing, this.wireMaterial, this.standingWires, this.edgeMaterial, this.standingEdges];
    for (const material of own) material.dispose();
  }
}

function isIdentity({ position, quaternion }: PlacedPose): boolean {
  return position.every((x) => x === 0) && quaternion[3] === 1;
}

/** What shares a mesh and may be cut away alike. */
function groupsOf(parts: readonly Part[]): readonly number[][] {
  const groups: Map<boolean, Map<Part['mesh'], number[]>> = new Map([
    [true, new Map()],
    [false, new Map()],
  ]);
  parts.forEach(({ kind, mesh }, i) => {
    listAt(groups.get(kind === 'obstacle') as Map<Part['mesh'], number[]>, mesh).push(i);
  });
  return [...groups.values()].flatMap((group) => [...group.values()]);
}

function listAt<K>(lists: Map<K, number[]>, key: K): number[] {
  let list = lists.get(key);
  if (list === undefined) {
    list = [];
    lists.set(key, list);
  }
  return list;
}
