/**
 * Is something in another unit of length? Files of meshes seldom say theirs, and what is a thousand times too large is
 * far away from everything, or around it: proven free, and not what was meant.
 */
import { checkHas, checkList } from '../../math/check-record.ts';
import { shownName } from '../../math/shown-name.ts';
import { isPlane } from '../../mesh/primitives.ts';
import type { Robot } from '../../robot/robot.ts';
import type { SceneObstacle } from '../scene/read-robot-scene.ts';
import { isWithinBox, MeshBoxes } from './mesh-box.ts';

/** Times the size of the robots: beside them stands nothing as large … */
const LARGE = 20;
/** … and as thick; floors and walls are thin, … */
const THICK = 3;
/** … free bodies fly in rooms, and halls stand around things. */
const LARGE_FOR_BODIES = 200;
const LARGE_AROUND = 1000;
/** Nor is anything as small. */
const SMALL = 2000;
/** A link in metres, and times what all joints are apart. */
const LONG_LINK = 10;
const LONG_FOR_JOINTS = 50;
/** Times all that is around: no free body. */
const LARGE_BODY = 50;
/** Where all are, some will do. */
const MOST_TOLD = 3;

interface Size {
  readonly name: string;
  /** What all joints are apart, one after the other. */
  readonly span: number;
  readonly sides: readonly number[];
  readonly total: number;
}

/**
 * One sentence for each thing in a cell whose size, beside that of the robots, makes its unit doubtful; `bodies` are
 * those that move by themselves.
 */
export function unlikeSizes(robots: readonly Robot[], obstacles: readonly SceneObstacle[], bodies: readonly SceneObstacle[]): string[] {
  for (const list of [robots, obstacles, bodies]) checkList(list, 'unlikeSizes: each of robots, obstacles and bodies');
  for (const robot of robots) checkHas(robot, ['links', 'joints'], 'unlikeSizes: robot');
  const boxes = new MeshBoxes();
  const found: string[] = [];
  const sizes = robots.map((robot) => sizeOf(robot, boxes));
  for (const [i, { span, sides, name }] of sizes.entries()) {
    if (span > 0 && largest(sides) >= LONG_LINK && largest(sides) >= LONG_FOR_JOINTS * span)
      found.push(
        `robot ${shownName(robots[i].name)}: link ${shownName(name)} is ${sidesText(sides)}, where all joints together are ${short(span)} apart: is its mesh in millimetres? URDF scales it by scale="0.001 0.001 0.001"`,
      );
  }
  const reach = sizes.reduce((most, { total }) => Math.max(most, total), 0);
  if (found.length > 0 || reach === 0) return found;
  const jointed = sizes.some(({ span }) => span > 0);
  const others = [...obstacles.map((one) => ['obstacle', one] as const), ...bodies.map((one) => ['body', one] as const)];
  let most = 0;
  for (const [kind, { name, shape, pose }] of others) {
    if (isPlane(shape)) continue;
    const sides = boxes.sidesOf(shape);
    most = Math.max(most, largest(sides));
    const isAround = robots.some(({ base }) => isWithinBox(base.position, boxes.of(shape), pose));
    const times = isAround ? LARGE_AROUND : jointed ? LARGE : LARGE_FOR_BODIES;
    const isLarge = largest(sides) >= times * reach && smallest(sides) >= THICK * reach;
    const isSmall = largest(sides) > 0 && SMALL * largest(sides) <= reach;
    if (!isLarge && !isSmall) continue;
    const doubt = isLarge ? 'is it in millimetres? "scale": 0.001, or --mesh-scale 0.001, makes metres of them' : 'is it scaled twice?';
    found.push(`${kind} ${shownName(name)} is ${sidesText(sides)}, what moves about ${short(reach)}: ${doubt}`);
  }
  if (!jointed && most > 0 && reach >= LARGE_BODY * most)
    found.push(
      `${shownName(robots[0].name)} is ${sidesText(sizes[0].sides)}, and nothing around it is larger than ${short(most)}: is it in millimetres? --mesh-scale 0.001 makes metres of them`,
    );
  const more = found.length - MOST_TOLD;
  return more <= 1 ? found : [...found.slice(0, MOST_TOLD), `and so are ${more} more`];
}

/** Size of a robot: how far its joints are apart, and its largest link. */
function sizeOf({ links }: Robot, boxes: MeshBoxes): Size {
  let span = 0;
  let name = '';
  let sides: readonly number[] = [0, 0, 0];
  for (const link of links) {
    const { position } = link.joint;
    if (link.parent >= 0) span += Math.sqrt(position[0] * position[0] + position[1] * position[1] + position[2] * position[2]);
    for (const { shape } of link.shapes) {
      const own = boxes.sidesOf(shape);
      if (largest(own) <= largest(sides)) continue;
      sides = own;
      name = link.name;
    }
  }
  return { name, span, sides, total: span + largest(sides) };
}

function largest([x, y, z]: readonly number[]): number {
  return Math.max(x, y, z);
}

function smallest([x, y, z]: readonly number[]): number {
  return Math.min(x, y, z);
}

function sidesText(sides: readonly number[]): string {
  return sides.map(short).join(' × ');
}

function short(length: number): string {
  return String(Number(length.toPrecision(3)));
}
