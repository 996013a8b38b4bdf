import { sinCos } from '../../math/trig.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { MeshSource } from '../mesh-source.ts';
import { parseXml } from '../text/xml.ts';
import { shown, type XmlElement } from '../text/xml-element.ts';
import { meshMeter } from './build-mesh.ts';
import { type ColladaPart, readGeometry } from './collada-geometry.ts';
import { coordinatesIn } from './collada-numbers.ts';
import {
  type Affine,
  affineOf,
  checkUpAxis,
  compose,
  IDENTITY,
  MeshAssembly,
  type SceneMeshOptions,
  X_UP_TO_Z_UP,
  Y_UP_TO_Z_UP,
} from './mesh-assembly.ts';
import { boundMaterials, type Colour, colladaColours } from './mesh-colours.ts';

// COLLADA 1.4 and 1.5 (.dae): the triangles of the scene, each geometry where its nodes put it, in metres by <unit>.
// Animations are ignored; a skinned or morphed geometry has its rest shape.
//
// <up_axis> is ignored unless upAxis is 'z': RViz (ros-visualization/rviz#1045, #1689: it drops the root's turn and
// keeps its scale), MoveIt's geometric_shapes (#52), Gazebo classic (#1305) and ros3djs do so, and the meshes of ROS
// robots are made for that.

/**
 * Reads COLLADA 1.4 or 1.5 (.dae) at hand: all triangles of the scene, each geometry where its nodes put it, in metres
 * by the file's unit. Animations are ignored, skinned and morphed geometry has its rest shape. `file` is its name, for
 * errors.
 */
export function parseCollada(source: MeshSource, file: string, options: SceneMeshOptions = {}): TriangleMesh {
  const work = meshMeter(options);
  checkUpAxis(options, file);
  const root = parseXml(source, file, work);
  if (root.name !== 'COLLADA') throw root.fault(`a COLLADA file has the root <COLLADA>, this has <${root.name}>`);
  return new ColladaContent(root, new MeshAssembly(file, work)).read(options);
}

/** A transform, or the first on the way down that cannot be applied. */
interface Placing {
  readonly to: Affine;
  readonly unreadable: XmlElement | null;
}

class ColladaContent {
  private readonly root: XmlElement;
  private readonly assembly: MeshAssembly;
  private readonly geometries: ReadonlyMap<string, XmlElement>;
  private readonly controllers: ReadonlyMap<string, XmlElement>;
  private readonly nodes: ReadonlyMap<string, XmlElement>;
  private readonly colours: ReadonlyMap<string, Colour>;
  private readonly bound: Map<XmlElement, ReadonlyMap<string, string>> = new Map();
  private readonly parts: Map<XmlElement, ColladaPart | null> = new Map();
  private readonly transforms: Map<XmlElement, Affine> = new Map();
  /** The nodes on the way down to the current one. */
  private readonly above: Set<XmlElement> = new Set();

  constructor(root: XmlElement, assembly: MeshAssembly) {
    this.root = root;
    this.assembly = assembly;
    this.geometries = byId(this.library('geometries', 'geometry'));
    this.controllers = byId(this.library('controllers', 'controller'));
    const tops = [...this.library('nodes', 'node'), ...this.library('visual_scenes', 'visual_scene').flatMap((scene) => scene.all('node'))];
    this.nodes = byId(withInnerNodes(tops));
    this.colours = colladaColours(root);
  }

  read(options: SceneMeshOptions): TriangleMesh {
    const asset = this.root.only('asset');
    const placing: Placing = { to: compose(this.turn(asset, options), this.unit(asset)), unreadable: null };
    const scenes = this.scenes();
    for (const scene of scenes) for (const node of scene.all('node')) this.placeNode(node, placing);
    if (scenes.length === 0) for (const geometry of this.library('geometries', 'geometry')) this.placeGeometry(geometry, placing, geometry);
    if (this.assembly.isEmpty) throw this.root.fault('the scene has no triangles');
    return this.assembly.build(options);
  }

  private library(plural: string, name: string): XmlElement[] {
    return this.root.all(`library_${plural}`).flatMap((library) => library.all(name));
  }

  private unit(asset: XmlElement | undefined): Affine {
    const unit = asset?.only('unit');
    const metres = unit?.attributes.has('meter') ? unit.size('meter') : 1;
    return metres === 1 ? IDENTITY : [metres, 0, 0, 0, 0, metres, 0, 0, 0, 0, metres, 0];
  }

  private turn(asset: XmlElement | undefined, { upAxis }: SceneMeshOptions): Affine {
    if (upAxis !== 'z') return IDENTITY;
    const element = asset?.only('up_axis');
    const up = element?.text.trim() ?? 'Y_UP';
    if (up === 'Z_UP') return IDENTITY;
    if (up === 'Y_UP') return Y_UP_TO_Z_UP;
    if (up === 'X_UP') return X_UP_TO_Z_UP;
    throw (element as XmlElement).fault(`<up_axis> should be X_UP, Y_UP or Z_UP, got ${shown(up)}`);
  }

  /** The one that <scene> names, else all. */
  private scenes(): readonly XmlElement[] {
    const all = this.library('visual_scenes', 'visual_scene');
    const instance = this.root.only('scene')?.only('instance_visual_scene');
    return instance === undefined ? all : [referred(byId(all), instance, 'url', 'visual_scene')];
  }

  private placeNode(node: XmlElement, outer: Placing): void {
    const { above } = this;
    if (above.has(node)) throw node.fault(`<node id=${shown(node.attributes.get('id') ?? '')}> contains itself`);
    if (above.size >= DEEPEST) throw node.fault(`nodes are nested more than ${DEEPEST} deep`);
    this.assembly.spend(NODE_UNITS * (1 + node.children.length), { line: node.line });
    above.add(node);
    let { to, unreadable } = outer;
    for (const child of node.children) {
      if (Object.hasOwn(TRANSFORMS, child.name)) to = compose(to, this.transformIn(child, TRANSFORMS[child.name]));
      else if (child.name === 'lookat' || child.name === 'skew') unreadable ??= child;
    }
    const placing = { to, unreadable };
    for (const child of node.children) {
      if (child.name === 'node') this.placeNode(child, placing);
      else if (child.name === 'instance_node') this.placeNode(referred(this.nodes, child, 'url', 'node'), placing);
      else if (child.name === 'instance_geometry') this.placeGeometry(referred(this.geometries, child, 'url', 'geometry'), placing, child);
      else if (child.name === 'instance_controller') this.placeController(child, placing);
    }
    above.delete(node);
  }

  /** Each is read once, however often its node is instantiated. */
  private transformIn(element: XmlElement, read: (element: XmlElement) => Affine): Affine {
    let transform = this.transforms.get(element);
    if (transform === undefined) {
      transform = read(element);
      this.transforms.set(element, transform);
    }
    return transform;
  }

  private placeController(instance: XmlElement, placing: Placing): void {
    let to = placing.to;
    const controller = referred(this.controllers, instance, 'url', 'controller');
    const seen = new Set<XmlElement>();
    for (let next = controller; ; ) {
      if (seen.has(next)) throw next.fault('<controller> is its own source');
      this.assembly.spend(NODE_UNITS, { line: instance.line });
      seen.add(next);
      const skin = next.only('skin');
      const bind = skin?.only('bind_shape_matrix');
      if (bind !== undefined) to = compose(to, this.transformIn(bind, matrixIn));
      const source = skin ?? next.required('morph');
      const inner = this.controllers.get(source.attribute('source').trim().slice(1));
      if (inner === undefined) {
        return this.placeGeometry(referred(this.geometries, source, 'source', 'geometry'), { ...placing, to }, instance);
      }
      next = inner;
    }
  }

  private placeGeometry(geometry: XmlElement, { to, unreadable }: Placing, instance: XmlElement): void {
    let part = this.parts.get(geometry);
    if (part === undefined) {
      part = readGeometry(geometry);
      this.parts.set(geometry, part);
    }
    if (part === null) return;
    if (unreadable !== null) throw unreadable.fault(`<${unreadable.name}> cannot be read; export the node with a <matrix>`);
    const bound = this.bound.get(instance) ?? boundMaterials(instance);
    this.bound.set(instance, bound);
    const runs = part.symbols.map(({ triangles, symbol }) => ({
      triangles,
      colour: this.colours.get(bound.get(symbol) ?? symbol) ?? null,
    }));
    this.assembly.place({ ...part, runs }, to, { line: instance.line });
  }
}

const DEEPEST = 1024;
/** A visit takes about as long as so many vertices; a node written in the file brings more than that for its bytes. */
const NODE_UNITS = 16;

/** Each before those within it. */
function withInnerNodes(tops: readonly XmlElement[]): XmlElement[] {
  const out: XmlElement[] = [];
  const open = [...tops].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    out.push(node);
    const inner = node.all('node');
    for (let i = inner.length - 1; i >= 0; i--) open.push(inner[i]);
  }
  return out;
}

const TRANSFORMS: Readonly<Record<string, (element: XmlElement) => Affine>> = {
  matrix: matrixIn,
  translate: (element) => {
    const [x, y, z] = coordinatesIn(element, 3);
    return [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z];
  },
  scale: (element) => {
    const [x, y, z] = coordinatesIn(element, 3);
    return [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0];
  },
  rotate: rotationIn,
};

function matrixIn(element: XmlElement): Affine {
  const affine = affineOf([...coordinatesIn(element, 16)]);
  if (affine === null) throw element.fault(`<${element.name}> should be affine, with 0 0 0 1 as its last row`);
  return affine;
}

/** Axis and degrees. Quarter turns are exact. */
function rotationIn(element: XmlElement): Affine {
  const [x, y, z, degrees] = coordinatesIn(element, 4);
  if (degrees === 0) return IDENTITY;
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) throw element.fault('the axis of <rotate> is 0 0 0');
  const [a, b, c] = [x / length, y / length, z / length];
  const quarters = Math.round(degrees / 90);
  const sc = new Float64Array(2);
  sinCos(((degrees - 90 * quarters) * Math.PI) / 180, sc, 0);
  const quarter = ((quarters % 4) + 4) % 4;
  const [s, k] = [[sc[0], sc[1]] as const, [sc[1], -sc[0]] as const, [-sc[0], -sc[1]] as const, [-sc[1], sc[0]] as const][quarter];
  // R = k·I + s·[u]× + (1 − k)·u·uᵀ
  const v = 1 - k;
  return [
    k + v * a * a,
    v * a * b - s * c,
    v * a * c + s * b,
    0,
    v * a * b + s * c,
    k + v * b * b,
    v * b * c - s * a,
    0,
    v * a * c - s * b,
    v * b * c + s * a,
    k + v * c * c,
    0,
  ];
}

function byId(elements: readonly XmlElement[]): ReadonlyMap<string, XmlElement> {
  const out = new Map<string, XmlElement>();
  for (const element of elements) {
    const id = element.attributes.get('id');
    if (id === undefined) continue;
    const first = out.get(id);
    if (first !== undefined) throw element.fault(`two <${element.name}> have the id ${shown(id)}, here and in line ${first.line}`);
    out.set(id, element);
  }
  return out;
}

function referred(candidates: ReadonlyMap<string, XmlElement>, from: XmlElement, attribute: string, what: string): XmlElement {
  const url = from.attribute(attribute).trim();
  const found = url.startsWith('#') ? candidates.get(url.slice(1)) : undefined;
  if (found !== undefined) return found;
  const hint = url.startsWith('#') ? `there is no <${what}> with that id` : 'other files are not read; export it as one file';
  throw from.fault(`${attribute}=${shown(url)}: ${hint}`);
}
