/**
 * Curves over time in lanes, one below the other. Captions stand beside the drawing as HTML, which its stretching
 * spares.
 */

/** Size of the drawing, in its own units. */
export const WIDTH = 1000;
const LANE = 80;
const GAP = 34;
/** Distance from the lane above to a caption. */
const ABOVE = 8;
/** Pixels that a unit of height takes. */
const PIXELS = 0.763;

export interface Lane {
  /** HTML. */
  readonly caption: string;
  /** What the full height stands for. */
  readonly top: string;
  readonly drawing: string;
}

export interface LaneSettings {
  readonly label: string;
  /** Room below the lanes, and what is drawn there, given its upper end. */
  readonly below?: number;
  readonly drawBelow?: (y: number) => string;
}

export function laneDrawing(lanes: readonly Lane[], { label, below = 0, drawBelow }: LaneSettings): string {
  const floor = lanes.length * (LANE + GAP);
  const height = floor + below;
  const caption = ({ caption, top }: Lane, lane: number) =>
    `<p style="top: ${((100 * (lane * (LANE + GAP) + ABOVE)) / height).toFixed(1)}%"><b>${caption}</b><span>${top}</span></p>`;
  const ground = (_: Lane, lane: number) =>
    `<line class="waypoint" x1="0" x2="${WIDTH}" y1="${heightAt(lane, 0)}" y2="${heightAt(lane, 0)}"/>`;
  return `<div class="plot lanes">
${lanes.map(caption).join('')}
<svg id="curve" viewBox="0 0 ${WIDTH} ${height}" preserveAspectRatio="none" style="height: ${Math.round(PIXELS * height)}px" role="img" aria-label="${label}">
${lanes.map(ground).join('')}${lanes.map(({ drawing }) => drawing).join('')}${drawBelow?.(floor) ?? ''}
<line class="now" id="now" x1="0" x2="0" y1="0" y2="${height}"/></svg></div>`;
}

/** Height in the drawing at a share of the lane's full height. */
export function heightAt(lane: number, share: number): string {
  return (lane * (LANE + GAP) + GAP + (1 - Math.min(1, share)) * LANE).toFixed(1);
}

/** A curve with its area. */
export function filled(points: string, lane: number): string {
  const floor = heightAt(lane, 0);
  return `<polygon class="area" points="0,${floor} ${points} ${WIDTH},${floor}"/><polyline class="curve" points="${points}"/>`;
}

export function topOf(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0) || 1;
}
