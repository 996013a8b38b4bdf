/** Where the tool is moved: floor and two walls with lines that fade, the frame in which the workpiece is clamped, and a sun that casts shadows. */
import * as THREE from 'three';
import { HULL_LENGTH, HULL_WIDTH } from '../../../scenes/soft/deforming-hull.ts';
import type { Colours } from '../stage/colours.ts';
import { Ground } from '../stage/ground.ts';

/** Metres. */
const FLOOR = -0.09;
const BACK = 0.3;
const LEFT = -0.36;
const CELL = 0.05;
const REACH = 0.22;
const BAR = 0.012;

export class Room {
  readonly object: THREE.Group = new THREE.Group();
  private readonly grounds: readonly Ground[];
  private readonly sun = new THREE.DirectionalLight(0xffffff, 1.7);
  private readonly frame = new THREE.MeshLambertMaterial();

  constructor(colours: Colours) {
    const sides = [
      [new THREE.Vector3(0, 0, FLOOR), new THREE.Vector3(0, 0, 1), CELL],
      [new THREE.Vector3(0, BACK, 0.16), new THREE.Vector3(0, -1, 0), 2 * CELL],
      [new THREE.Vector3(LEFT, 0, 0.16), new THREE.Vector3(1, 0, 0), 2 * CELL],
    ] as const;
    this.grounds = sides.map(([at, up, cell]) => {
      const ground = new Ground(colours.soft);
      ground.lay(at, up, cell, REACH);
      return ground;
    });
    this.sun.position.set(-0.12, -0.1, 0.6);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1024, 1024);
    this.sun.shadow.radius = 3;
    this.sun.shadow.normalBias = 0.0006;
    Object.assign(this.sun.shadow.camera, { left: -0.3, right: 0.3, top: 0.3, bottom: -0.3, near: 0.05, far: 1.2 });
    const lamp = new THREE.DirectionalLight(0xffffff, 0.5);
    lamp.position.set(0.3, -0.6, 0.4);
    const sky = new THREE.HemisphereLight(0xffffff, 0xb4b2ae, 1.7);
    sky.position.set(0, 0, 1);
    this.object.add(...this.grounds.map(({ mesh }) => mesh), this.sun, lamp, sky, this.clamps());
    this.frame.color.copy(colours.still0);
  }

  /** A frame under the rim, on four legs: the rim does not yield. */
  private clamps(): THREE.InstancedMesh {
    const [x, y] = [HULL_LENGTH / 2, HULL_WIDTH / 2];
    const bars: readonly (readonly [number, number, number, number, number, number])[] = [
      ...[-y, y].map((side) => [0, side, -BAR / 2, 2 * x + BAR, BAR, BAR] as const),
      ...[-x, x].map((side) => [side, 0, -BAR / 2, BAR, 2 * y - BAR, BAR] as const),
      ...[-x, x].flatMap((a) => [-y, y].map((b) => [a, b, FLOOR / 2 - BAR / 2, BAR, BAR, -FLOOR - BAR] as const)),
    ];
    const mesh = new THREE.InstancedMesh(new THREE.BoxGeometry(1, 1, 1), this.frame, bars.length);
    bars.forEach(([px, py, pz, sx, sy, sz], i) => {
      mesh.setMatrixAt(i, new THREE.Matrix4().makeScale(sx, sy, sz).setPosition(px, py, pz));
    });
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    return mesh;
  }

  dispose(): void {
    for (const ground of this.grounds) ground.dispose();
    this.sun.dispose();
    this.frame.dispose();
  }
}
