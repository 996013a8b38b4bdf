import { type LinkOptions, Robot } from '../../src/robot/robot.ts';
import { aboutAxis, placed } from '../placed.ts';
import { adjacentLinks } from './adjacent-links.ts';
import { HAND_PAIRS, handLinks } from './hand.ts';
import { PUMA_PAIRS, pumaLinks } from './puma.ts';

/** How far fingers spread and bend, in radians, so that configurations at random are open hands. */
const SPREAD = { lower: -0.12, upper: 0.12 };
const BEND = { lower: 0, upper: 0.9 };

/** The Puma with the hand of five fingers on its flange: 28 links, 26 joints, 8,812 triangles. */
export function pumaHand(name = 'puma-hand'): Robot {
  const mount = { name: 'hand-mount', type: 'fixed', origin: placed([0.0563, 0, 0], aboutAxis([1, 0, 0], Math.PI / 2)) } as const;
  const [palm, ...fingers] = handLinks({ parent: 'flange', joint: mount });
  const limited = fingers.map(
    ({ joint, ...link }): LinkOptions => ({ ...link, joint: joint && { ...joint, limits: joint.axis?.[2] === 1 ? SPREAD : BEND } }),
  );
  const links = [...pumaLinks(), palm, ...limited];
  const wrist = ['wrist', 'ball'].map((a) => ({ a, b: 'palm', reason: 'never' }) as const);
  return new Robot({ name, links, allowed: [...adjacentLinks(links), ...PUMA_PAIRS, ...HAND_PAIRS, ...wrist] });
}
