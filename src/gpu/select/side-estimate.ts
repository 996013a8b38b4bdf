/**
 * Which side is faster for a selection, processor or graphics hardware? Both are measured on the mesh itself when it is
 * opened, and estimates follow what calls then take; whoever has the lower estimate does the next one.
 */

/** What one call is like: whether its arrays are f32, whether its vertices move. */
export interface CallKind {
  readonly f32: boolean;
  readonly moving: boolean;
}

/** Milliseconds on the mesh that was opened: once through everything that the calls are made of. */
export interface MeasuredParts {
  /** The processor's selection from doubles at rest. */
  readonly processor: number;
  /** Converting one frame between f32 and doubles. */
  readonly converting: number;
  /** The graphics hardware's from f32 at rest, upload and list included. */
  readonly graphics: number;
  /** The upload of one frame. */
  readonly uploading: number;
}

export type Side = 'processor' | 'graphics';

/** A call tells this much about the next one. */
const WEIGHT = 0.25;

export class SideEstimate {
  private readonly milliseconds: Map<string, number> = new Map();

  constructor({ processor, converting, graphics, uploading }: MeasuredParts) {
    for (const moving of [false, true]) {
      const frames = moving ? 2 : 1;
      for (const f32 of [false, true]) {
        const kind = { f32, moving };
        this.milliseconds.set(key('processor', kind), frames * processor + (f32 ? frames * converting : 0));
        this.milliseconds.set(key('graphics', kind), graphics + (frames - 1) * uploading + (f32 ? 0 : frames * converting));
      }
    }
  }

  faster(kind: CallKind): Side {
    return this.of('processor', kind) < this.of('graphics', kind) ? 'processor' : 'graphics';
  }

  of(side: Side, kind: CallKind): number {
    return this.milliseconds.get(key(side, kind)) as number;
  }

  note(side: Side, kind: CallKind, milliseconds: number): void {
    this.milliseconds.set(key(side, kind), (1 - WEIGHT) * this.of(side, kind) + WEIGHT * milliseconds);
  }
}

function key(side: Side, { f32, moving }: CallKind): string {
  return `${side} ${f32} ${moving}`;
}
