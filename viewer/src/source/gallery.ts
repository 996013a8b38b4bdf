/** What can be looked at without files of one's own: one entry for each figure and table of the papers, and more. */
import type { Opened } from './opened.ts';

export interface GalleryEntry {
  /** Name of the entry in links. */
  readonly id: string;
  readonly title: string;
  /** What there is to see, in one or two sentences. */
  readonly text: string;
  /** The paper with its figure or table; '': none. */
  readonly citation: string;
  open(): Promise<Opened>;
}

/** The first is shown where nothing is asked for. Generators are loaded when their entry is opened. */
export const GALLERY: readonly GalleryEntry[] = [
  {
    id: 'pick-and-place',
    title: 'Pick and place',
    text: 'A Puma takes a workpiece from the bench and lays it into a tray. Straight across, all waypoints are free, and yet the workpiece hits the post between two of them.',
    citation: '',
    open: async () => (await import('./gallery/cells.ts')).pickAndPlace(),
  },
  {
    id: 'two-arms',
    title: 'Two arms and a conveyor',
    text: 'Two arms over one table, each with a trajectory of its own seconds, and a crate that a conveyor brings. Begun at once they meet; where one waits for a second they do not.',
    citation: '',
    open: async () => (await import('./gallery/cells.ts')).twoArms(),
  },
  {
    id: 'planning',
    title: 'A way around the post',
    text: 'From the bench to the tray: the straight motion hits the post. Ask for a plan and look at the tree that finds a way around, proven free as a whole.',
    citation: '',
    open: async () => (await import('./gallery/cells.ts')).planning(),
  },
  {
    id: 'puma-pipes',
    title: 'Puma among pipes',
    text: 'An arm of six joints in a thicket of pipes, moved from waypoint to waypoint with little room; on the last stretch it touches one.',
    citation: 'Redon, Kim, Lin, Manocha: Fast Continuous Collision Detection for Articulated Models, 2004, §6',
    open: async () => (await import('./gallery/robots.ts')).pumaAmongPipes(),
  },
  {
    id: 'machine-room',
    title: 'Puma in the machine room',
    text: 'The same arm in the auxiliary machine room of a ship, 187,000 triangles of pipes, valves and tanks.',
    citation: 'Redon, Kim, Lin, Manocha: Fast Continuous Collision Detection for Articulated Models, 2004, §6',
    open: async () => (await import('./gallery/robots.ts')).machineRoomTour(),
  },
  {
    id: 'car',
    title: 'Puma and car',
    text: 'A Puma with a gripper moves about the body of a car and runs into its side.',
    citation:
      'Tang, Manocha, Kim: Hierarchical and Controlled Advancement for Continuous Collision Detection of Rigid and Articulated Models, 2013, §6.2',
    open: async () => (await import('./gallery/robots.ts')).pumaAndCar(),
  },
  {
    id: 'mannequin',
    title: 'Mannequin on the chessboard',
    text: 'A mannequin walks among chessmen as tall as itself; sooner or later a foot or a thigh meets one.',
    citation:
      'Tang, Manocha, Kim: Hierarchical and Controlled Advancement for Continuous Collision Detection of Rigid and Articulated Models, 2013, §6.2',
    open: async () => (await import('./gallery/robots.ts')).mannequinWalk(),
  },
  {
    id: 'exercise',
    title: 'Mannequin exercising',
    text: 'Fifteen bodies and no obstacle: what is found here are contacts of the mannequin with itself.',
    citation:
      'Tang, Manocha, Kim: Hierarchical and Controlled Advancement for Continuous Collision Detection of Rigid and Articulated Models, 2013, §6.2',
    open: async () => (await import('./gallery/robots.ts')).mannequinExercise(),
  },
  {
    id: 'hand',
    title: 'Grasping hand',
    text: 'A hand of twenty joints comes near a ball and closes its fingers, each with a speed of its own: which finger touches first, the ball or its neighbour?',
    citation:
      'Tang, Manocha, Kim: Hierarchical and Controlled Advancement for Continuous Collision Detection of Rigid and Articulated Models, 2013, §6.2',
    open: async () => (await import('./gallery/robots.ts')).graspingHand(),
  },
  {
    id: 'torus-knots',
    title: 'Torus knots',
    text: 'Two knots of 34,600 triangles each; one flies and turns, and may reach through the holes of the other.',
    citation:
      'Tang, Manocha, Kim: Hierarchical and Controlled Advancement for Continuous Collision Detection of Rigid and Articulated Models, 2013, Table 1',
    open: async () => (await import('./gallery/rigid.ts')).torusKnots(),
  },
  {
    id: 'gears',
    title: 'Gears',
    text: 'Two gears of 25,600 triangles each: their teeth make the first contact a matter of fractions.',
    citation:
      'Tang, Manocha, Kim: Hierarchical and Controlled Advancement for Continuous Collision Detection of Rigid and Articulated Models, 2013, Table 1',
    open: async () => (await import('./gallery/rigid.ts')).gears(),
  },
  {
    id: 'hammer',
    title: 'Hammer and CAD piece',
    text: 'A hammer is thrown at a machined part: few triangles, long thin ones among them.',
    citation:
      'Tang, Manocha, Kim: Hierarchical and Controlled Advancement for Continuous Collision Detection of Rigid and Articulated Models, 2013, Table 1',
    open: async () => (await import('./gallery/rigid.ts')).hammerAndPiece(),
  },
  {
    id: 'bunnies',
    title: 'Two bumpy blobs',
    text: 'Two round bumpy bodies of 69,700 triangles each, in place of the scanned bunnies of the paper.',
    citation:
      'Tang, Manocha, Kim: Hierarchical and Controlled Advancement for Continuous Collision Detection of Rigid and Articulated Models, 2013, Table 1',
    open: async () => (await import('./gallery/rigid.ts')).blobs(),
  },
  {
    id: 'clubs',
    title: 'Clubs',
    text: 'Two clubs of 104,800 triangles each, every throw aimed at the other.',
    citation:
      'Tang, Manocha, Kim: Hierarchical and Controlled Advancement for Continuous Collision Detection of Rigid and Articulated Models, 2013, Table 1',
    open: async () => (await import('./gallery/rigid.ts')).clubs(),
  },
  {
    id: 'coins',
    title: 'Coins',
    text: 'Eight coins are tossed on a floor. Every bounce is found when it happens, not at the next frame.',
    citation: 'Mirtich: Efficient Algorithms for Two-Phase Collision Detection, 1997, Figure 4',
    open: async () => (await import('./gallery/record.ts')).record('tossedCoins'),
  },
  {
    id: 'bowling',
    title: 'Bowling',
    text: 'A ball and ten pins that knock each other over, each contact at its own time.',
    citation: 'Mirtich: Efficient Algorithms for Two-Phase Collision Detection, 1997, Table 1',
    open: async () => (await import('./gallery/record.ts')).record('bowlingAlley'),
  },
  {
    id: 'drilling',
    title: 'Drilling into a hull that yields',
    text: 'A hand-guided drill approaches, presses, slides and jabs. Contact is foretold, with the zone where it will be, and the force is what the hand would feel.',
    citation:
      'Caby, Crosnier: Efficient Collision Detection between Rigid and Deformable Objects for Simulation and Execution of Telerobotic Process',
    open: async () => (await import('./gallery/record.ts')).record('drilling'),
  },
  {
    id: 'cloth',
    title: 'Cloth',
    text: 'A cloth falls on a ball, on the floor and on itself; every step is proven free of passing through.',
    citation: '',
    open: async () => (await import('./gallery/record.ts')).record('fallingCloth'),
  },
];

export function galleryEntry(id: string): GalleryEntry | undefined {
  return GALLERY.find((entry) => entry.id === id);
}
