/** What can be looked at without files of one's own: one entry for each figure and table of the papers, and more. */
import type { Frame, Opened } from './opened.ts';

export interface GalleryEntry {
  /** Name of the entry in links. */
  readonly id: string;
  readonly title: string;
  /** What to look for, in one sentence. */
  readonly text: string;
  /** The paper with its figure or table; '': none. */
  readonly citation: string;
  /** How its first path is looked at, found by eye. */
  readonly frame: Frame;
  open(): Promise<Opened>;
}

/** The first is shown where nothing is asked for. Generators are loaded when their entry is opened. */
export const GALLERY: readonly GalleryEntry[] = [
  {
    id: 'pick-and-place',
    title: 'Pick and place',
    text: 'All waypoints are free, and yet the workpiece in the gripper hits the post between two of them.',
    frame: { at: [0.38, 0.3, 0.62], radius: 0.78, turn: -18, tilt: 19 },
    citation: '',
    open: async () => (await import('./gallery/cells.ts')).pickAndPlace(),
  },
  {
    id: 'two-arms',
    title: 'Two arms and a conveyor',
    text: 'Two arms begin at once and come too near over the table; let one wait for a second, and they do not.',
    frame: { at: [0, 0, 0.28], radius: 0.62, turn: -62, tilt: 28 },
    citation: '',
    open: async () => (await import('./gallery/cells.ts')).twoArms(),
  },
  {
    id: 'planning',
    title: 'A way around the post',
    text: 'The straight motion hits the post: ask for a plan, and watch the tree that finds a proven way around it.',
    frame: { at: [0.38, 0.3, 0.62], radius: 0.85, turn: -18, tilt: 22 },
    citation: '',
    open: async () => (await import('./gallery/cells.ts')).planning(),
  },
  {
    id: 'delta',
    title: 'Delta over a belt',
    text: 'Three motors lead, and all that follows is proven: the box, taken from the moving belt, hits the rail between two waypoints.',
    frame: { at: [0, 0, 0.95], radius: 0.85, turn: -38, tilt: 16 },
    citation: '',
    open: async () => (await import('./gallery/machines.ts')).deltaOverBelt(),
  },
  {
    id: 'palletiser',
    title: 'Palletiser',
    text: 'Three parallelograms keep the wrist level while it swings out, and the box takes the corner of the stack along.',
    frame: { at: [0.9, -0.5, 0.9], radius: 1.75, turn: -30, tilt: 24 },
    citation: '',
    open: async () => (await import('./gallery/machines.ts')).palletiser(),
  },
  {
    id: 'welding',
    title: 'Welding on lines',
    text: 'The tip of the torch goes on lines, drawn in the picture: none of them ends at the thin sheet, and one goes through it.',
    frame: { at: [0.5, 0.2, 0.2], radius: 0.42, turn: -60, tilt: 24 },
    citation: '',
    open: async () => (await import('./gallery/machines.ts')).welding(),
  },
  {
    id: 'puma-pipes',
    title: 'Puma among pipes',
    text: 'Six joints thread through a thicket of pipes with little room, until the wrist touches one.',
    frame: { at: [0.3, -0.15, 1.05], radius: 0.95, turn: 40, tilt: 16 },
    citation: 'Redon, Kim, Lin, Manocha: Fast Continuous Collision Detection for Articulated Models, 2004, §6',
    open: async () => (await import('./gallery/robots.ts')).pumaAmongPipes(),
  },
  {
    id: 'machine-room',
    title: 'Puma in the machine room',
    text: 'The same arm among 187,000 triangles of pipes, valves and tanks of a ship: its forearm meets a pipe.',
    frame: { at: [0.28, 0.05, 1.05], radius: 0.85, turn: -10, tilt: 38 },
    citation: 'Redon, Kim, Lin, Manocha: Fast Continuous Collision Detection for Articulated Models, 2004, §6',
    open: async () => (await import('./gallery/robots.ts')).machineRoomTour(),
  },
  {
    id: 'car',
    title: 'Puma and car',
    text: 'The gripper goes about the body of a car, and its finger runs into the side.',
    frame: { at: [0.8, 0.72, 0.6], radius: 0.85, turn: 172, tilt: 17 },
    citation:
      'Tang, Manocha, Kim: Hierarchical and Controlled Advancement for Continuous Collision Detection of Rigid and Articulated Models, 2013, §6.2',
    open: async () => (await import('./gallery/robots.ts')).pumaAndCar(),
  },
  {
    id: 'mannequin',
    title: 'Mannequin on the chessboard',
    text: 'A mannequin walks among chessmen as tall as itself, and its shin meets a pawn.',
    frame: { at: [-1.2, 0.95, 0.85], radius: 1.18, turn: -8, tilt: 22 },
    citation:
      'Tang, Manocha, Kim: Hierarchical and Controlled Advancement for Continuous Collision Detection of Rigid and Articulated Models, 2013, §6.2',
    open: async () => (await import('./gallery/robots.ts')).mannequinWalk(),
  },
  {
    id: 'exercise',
    title: 'Mannequin exercising',
    text: 'No obstacle at all: what is found is where the mannequin touches itself, its thigh the chest.',
    frame: { at: [0.1, 0, 1], radius: 0.95, turn: 32, tilt: 13 },
    citation:
      'Tang, Manocha, Kim: Hierarchical and Controlled Advancement for Continuous Collision Detection of Rigid and Articulated Models, 2013, §6.2',
    open: async () => (await import('./gallery/robots.ts')).mannequinExercise(),
  },
  {
    id: 'hand',
    title: 'Grasping hand',
    text: 'Twenty joints close around a ball, each with a speed of its own: the index finger is first.',
    frame: { at: [0.05, 0.012, -0.02], radius: 0.105, turn: 150, tilt: 20 },
    citation:
      'Tang, Manocha, Kim: Hierarchical and Controlled Advancement for Continuous Collision Detection of Rigid and Articulated Models, 2013, §6.2',
    open: async () => (await import('./gallery/robots.ts')).graspingHand(),
  },
  {
    id: 'torus-knots',
    title: 'Torus knots',
    text: 'One knot flies through the holes of the other, until two of their 34,600 triangles each meet.',
    frame: { at: [-68, -60, -45], radius: 180, turn: -144, tilt: 20 },
    citation:
      'Tang, Manocha, Kim: Hierarchical and Controlled Advancement for Continuous Collision Detection of Rigid and Articulated Models, 2013, Table 1',
    open: async () => (await import('./gallery/rigid.ts')).torusKnots(),
  },
  {
    id: 'gears',
    title: 'Gears',
    text: 'Of two gears with 25,600 triangles each, one tooth comes first, by fractions.',
    frame: { at: [-65, 50, 0], radius: 135, turn: 58, tilt: 22 },
    citation:
      'Tang, Manocha, Kim: Hierarchical and Controlled Advancement for Continuous Collision Detection of Rigid and Articulated Models, 2013, Table 1',
    open: async () => (await import('./gallery/rigid.ts')).gears(),
  },
  {
    id: 'hammer',
    title: 'Hammer and CAD piece',
    text: 'A thrown hammer hits a machined part whose triangles are long and thin.',
    frame: { at: [-75, 50, -10], radius: 150, turn: -99, tilt: 24 },
    citation:
      'Tang, Manocha, Kim: Hierarchical and Controlled Advancement for Continuous Collision Detection of Rigid and Articulated Models, 2013, Table 1',
    open: async () => (await import('./gallery/rigid.ts')).hammerAndPiece(),
  },
  {
    id: 'bunnies',
    title: 'Two bumpy blobs',
    text: 'Two bumpy bodies of 69,700 triangles each graze with their tips.',
    frame: { at: [-20, 70, -20], radius: 140, turn: 36, tilt: 22 },
    citation:
      'Tang, Manocha, Kim: Hierarchical and Controlled Advancement for Continuous Collision Detection of Rigid and Articulated Models, 2013, Table 1',
    open: async () => (await import('./gallery/rigid.ts')).blobs(),
  },
  {
    id: 'clubs',
    title: 'Clubs',
    text: 'Two clubs of 104,800 triangles each, thrown at each other, meet head to head.',
    frame: { at: [-14, 38, 0], radius: 125, turn: 36, tilt: 22 },
    citation:
      'Tang, Manocha, Kim: Hierarchical and Controlled Advancement for Continuous Collision Detection of Rigid and Articulated Models, 2013, Table 1',
    open: async () => (await import('./gallery/rigid.ts')).clubs(),
  },
  {
    id: 'coins',
    title: 'Coins',
    text: 'Eight coins bounce on a floor, and every bounce is found when it happens, not at the next frame.',
    frame: { at: [0, 0, 0.03], radius: 0.075, turn: -54, tilt: 26, share: 0.16 },
    citation: 'Mirtich: Efficient Algorithms for Two-Phase Collision Detection, 1997, Figure 4',
    open: async () => (await import('./gallery/record.ts')).record('tossedCoins'),
  },
  {
    id: 'bowling',
    title: 'Bowling',
    text: 'A ball scatters ten pins, each contact between them at a time of its own.',
    frame: { at: [0.35, 0, 0.15], radius: 0.8, turn: 174, tilt: 30, share: 0.34 },
    citation: 'Mirtich: Efficient Algorithms for Two-Phase Collision Detection, 1997, Table 1',
    open: async () => (await import('./gallery/record.ts')).record('bowlingAlley'),
  },
  {
    id: 'drilling',
    title: 'Drilling into a hull that yields',
    text: 'Contact of a hand-guided drill is foretold: see the zone coloured before it is touched, and the force after.',
    frame: { at: [-0.02, 0, 0.06], radius: 0.12, turn: -54, tilt: 24, share: 0.3 },
    citation:
      'Caby, Crosnier: Efficient Collision Detection between Rigid and Deformable Objects for Simulation and Execution of Telerobotic Process',
    open: async () => (await import('./gallery/record.ts')).record('drilling'),
  },
  {
    id: 'cloth',
    title: 'Cloth',
    text: 'A cloth falls over a ball, on the floor and on itself, and no step lets anything pass through.',
    frame: { at: [0, 0, 0.4], radius: 0.6, turn: -54, tilt: 20, share: 0.35 },
    citation: '',
    open: async () => (await import('./gallery/record.ts')).record('fallingCloth'),
  },
];

export function galleryEntry(id: string): GalleryEntry | undefined {
  return GALLERY.find((entry) => entry.id === id);
}
