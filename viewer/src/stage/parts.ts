/** Everything that is drawn, one entry for each shape: what it is called, what it looks like, and on what it hangs. */
import type { PairSide, Pose, Quat, Scene, TriangleMesh, Vec3 } from 'inbetween';
import type { Colour } from 'inbetween/io';
import type { Opened } from '../source/opened.ts';

export interface Part {
  readonly side: PairSide;
  /** Both names in one, for maps. */
  readonly key: string;
  readonly kind: 'link' | 'body' | 'obstacle' | 'soft';
  /** Number of the robot, body or obstacle: gives it its colour. */
  readonly index: number;
  readonly mesh: TriangleMesh;
  /** Pose in the frame of its link or body. */
  readonly local: PlacedPose;
  /** The one that its file gives it; its mesh may have more of its own. Absent: none. */
  readonly colour?: Colour;
}

export interface PlacedPose {
  readonly position: Vec3;
  readonly quaternion: Quat;
}

/** Where everything is, by the keys of parts. */
export type Placement = ReadonlyMap<string, PlacedPose>;

const HERE: PlacedPose = { position: [0, 0, 0], quaternion: [0, 0, 0, 1] };

export function keyOf({ body, link }: PairSide): string {
  return link === undefined ? body : `${body}/${link}`;
}

/** Keys of the parts of sides; what a robot holds is reported as a link of it, and drawn as itself. */
export function keysOf(parts: readonly Part[], sides: readonly PairSide[]): readonly string[] {
  const known = new Set(parts.map(({ key }) => key));
  return sides.map((side) => (known.has(keyOf(side)) ? keyOf(side) : (side.link ?? side.body)));
}

export function placedPose(pose: Pose | undefined): PlacedPose {
  return { position: pose?.position ?? HERE.position, quaternion: pose?.quaternion ?? HERE.quaternion };
}

/** The name of something that stands or moves by itself. */
export function bodyName({ name, shape }: { readonly name?: string; readonly shape: TriangleMesh }): string {
  return name ?? shape.name;
}

/** `colours`: those that files give, by keys. */
export function partsOf(scene: Scene, colours: Opened['colours'] = {}): readonly Part[] {
  const links = scene.robots.flatMap((robot, index) =>
    robot.links.flatMap(({ name, shapes }) =>
      shapes.map(({ shape, pose }): Part => {
        const side = { body: robot.name, link: name };
        const colour = Object.hasOwn(colours, keyOf(side)) ? { colour: colours[keyOf(side)] } : {};
        return { side, key: keyOf(side), kind: 'link', index, mesh: shape, local: placedPose(pose), ...colour };
      }),
    ),
  );
  const single = (kind: 'body' | 'obstacle', list: Scene['obstacles']) =>
    list.map((body, index): Part => {
      const side = { body: bodyName(body) };
      return { side, key: keyOf(side), kind, index, mesh: body.shape, local: HERE };
    });
  return [...links, ...single('body', scene.bodies), ...single('obstacle', scene.obstacles)];
}
