/** The margins of the programs of a batch, each as a share of what it is: so that tests can show that it is needed. */
export interface BatchMargins {
  /** How far a chain is off: rounded corners and start, products with frames, turns with their sines, slides. */
  readonly start: number;
  readonly frame: number;
  readonly turn: number;
  readonly slide: number;
  /** What placing a point adds to that; how far the body's turn is off. */
  readonly rounded: number;
  readonly turned: number;
  /** Origins and axes from which accelerations are bounded. */
  readonly blur: number;
  /** The checked root of a length. */
  readonly length: number;
  /** How far points stray from their chords. */
  readonly bend: number;
  /** Corners that stand. */
  readonly standing: number;
  /** Dot products with a direction (20U), the direction's length. */
  readonly span: number;
  readonly norm: number;
  /** Products in a volume (12U), differences of corners (8U). */
  readonly volume: number;
  readonly edges: number;
  /** A vector between two points (32U), its length (4U and 8U). */
  readonly between: number;
  readonly within: number;
  /** Boxes, along the axes of the world (16U) and along their own (64U). */
  readonly box: number;
  readonly boxOwn: number;
}

/** Margins as the programs have them. */
export const BATCH_MARGINS: BatchMargins = {
  start: 1,
  frame: 1,
  turn: 1,
  slide: 1,
  rounded: 1,
  turned: 1,
  blur: 1,
  length: 1,
  bend: 1,
  standing: 1,
  span: 1,
  norm: 1,
  volume: 1,
  edges: 1,
  between: 1,
  within: 1,
  box: 1,
  boxOwn: 1,
};
