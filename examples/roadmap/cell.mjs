// What the page draws and the worker checks: an arm of three joints that moves over a floor, and what stands there. Metres, seen from above.

/** Where each joint sits on the link before, in which range it turns, and the round bars that its link consists of. */
export const LINKS = [
  { name: 'upper', joint: 'shoulder', at: [0, 0], range: [-3.1, 3.1], bars: [{ from: [0, 0], to: [0.82, 0], radius: 0.085 }] },
  { name: 'lower', joint: 'elbow', at: [0.82, 0], range: [-2.7, 2.7], bars: [{ from: [0, 0], to: [0.66, 0], radius: 0.065 }] },
  {
    name: 'gripper',
    joint: 'wrist',
    at: [0.66, 0],
    range: [-2.2, 2.2],
    bars: [
      { from: [0, 0], to: [0.13, 0], radius: 0.05 },
      { from: [0.15, -0.11], to: [0.15, 0.11], radius: 0.025 },
      { from: [0.15, -0.11], to: [0.34, -0.1], radius: 0.02 },
      { from: [0.15, 0.11], to: [0.34, 0.1], radius: 0.02 },
    ],
  },
];

/** Posts are round, walls and the crate are boxes turned by an angle. The crate is the one that moves. */
export const OBSTACLES = [
  { name: 'crate', place: [1.1, 0.55], size: [0.42, 0.3], angle: 0.4 },
  { name: 'wall', place: [-1.25, -0.35], size: [0.08, 0.9], angle: 0.25 },
  { name: 'shelf', place: [0.45, -1.6], size: [1.1, 0.12], angle: 0.12 },
  { name: 'post 1', place: [0.3, 1.45], radius: 0.1 },
  { name: 'post 2', place: [-0.85, 1.05], radius: 0.08 },
  { name: 'post 3', place: [1.35, -0.7], radius: 0.11 },
  { name: 'post 4', place: [-0.3, -0.95], radius: 0.05 },
];

/** How high above the floor the arm moves, and how high everything stands. */
export const HEIGHT = 0.5;
export const TALL = 1;

/** Half of what the picture of the cell shows. */
export const REACH = 2.05;

/** The arm at a configuration, seen from above: its bars, link by link. */
export function barsAt(configuration) {
  let [x, y, angle] = [0, 0, 0];
  return LINKS.flatMap(({ at, bars }, joint) => {
    const turned = ([a, b]) => [x + a * Math.cos(angle) - b * Math.sin(angle), y + a * Math.sin(angle) + b * Math.cos(angle)];
    [x, y] = turned(at);
    angle += configuration[joint];
    return bars.map(({ from, to, radius }) => ({ from: turned(from), to: turned(to), radius, joint }));
  });
}
