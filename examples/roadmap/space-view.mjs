// The roadmap as a picture: shoulder across, elbow upward, an edge a line. What is checked is drawn when it comes.
import { LINKS } from './cell.mjs';
import { colour, fitted } from './drawing.mjs';

const SIZE = LINKS.length;
const [ACROSS, UPWARD, WRIST] = [0, 1, 2];
const [BLOCKED, FREE, UNKNOWN] = [0, 1, 2];
/** How far from the angle of the slice, in radians, edges are still shown. */
const SLICE = 0.25;
/** Lines that are drawn at once: where they cross, they are seen as one. */
const AT_ONCE = 400;

export class SpaceView {
  nodes = new Float32Array(0);
  edges = new Uint32Array(0);
  verdicts = new Uint8Array(0);
  freeCount = 0;
  wrist = null;
  marked = -1;
  onPoint = () => {};

  constructor(edges, over) {
    this.below = edges.getContext('2d');
    this.above = over.getContext('2d');
    fitted(edges, () => this.redraw());
    fitted(over, () => this.mark(this.marked));
    over.addEventListener('pointermove', (event) => this.point(event));
    over.addEventListener('pointerdown', (event) => this.point(event));
  }

  get edgeCount() {
    return this.edges.length / 2;
  }

  take(nodes, edges) {
    this.nodes = nodes;
    this.edges = edges;
    this.verdicts = new Uint8Array(edges.length / 2).fill(UNKNOWN);
    this.marked = -1;
    this.mark(-1);
  }

  /** A check begins; `grows`: what is seen goes, and comes again part by part. */
  begin(grows) {
    this.freeCount = 0;
    if (!grows) return;
    this.verdicts.fill(UNKNOWN);
    this.redraw();
  }

  tell(first, free, draws) {
    this.verdicts.set(free, first);
    this.freeCount += free.reduce((sum, one) => sum + one, 0);
    if (draws) this.drawEdges(first, first + free.length);
  }

  /** Only edges whose wrist is near this angle; null: all. */
  slice(wrist) {
    this.wrist = wrist;
    this.redraw();
  }

  redraw() {
    const { canvas } = this.below;
    this.below.clearRect(0, 0, canvas.width, canvas.height);
    this.drawEdges(0, this.edgeCount);
  }

  drawEdges(first, last) {
    const { below, verdicts } = this;
    const shown = this.edgeCount * (this.wrist === null ? 1 : 0.11);
    below.lineWidth = devicePixelRatio * (shown > 20_000 ? 0.7 : shown > 4000 ? 0.9 : 1.2);
    below.globalAlpha = shown > 20_000 ? 0.3 : shown > 4000 ? 0.6 : 0.85;
    // in turn, so that neither is always on top of the other
    for (let start = first; start < last; start += AT_ONCE)
      for (const [verdict, name] of [[BLOCKED, 'blocked'], [FREE, 'free']]) {
        below.strokeStyle = colour(name);
        below.beginPath();
        for (let edge = start; edge < Math.min(last, start + AT_ONCE); edge++)
          if (verdicts[edge] === verdict && this.isShown(edge)) this.trace(below, edge);
        below.stroke();
      }
  }

  /** Makes an edge stand out. */
  mark(edge) {
    const { above } = this;
    this.marked = edge;
    above.clearRect(0, 0, above.canvas.width, above.canvas.height);
    if (edge < 0) return;
    above.lineCap = 'round';
    for (const [name, width] of [['panel', 7], ['ink', 3]]) {
      above.strokeStyle = colour(name);
      above.lineWidth = width * devicePixelRatio;
      above.beginPath();
      this.trace(above, edge);
      above.stroke();
    }
    above.fillStyle = colour('ink');
    for (const node of [this.edges[2 * edge], this.edges[2 * edge + 1]]) {
      above.beginPath();
      above.arc(...this.place(node, above.canvas), 4 * devicePixelRatio, 0, 2 * Math.PI);
      above.fill();
    }
  }

  trace(context, edge) {
    context.moveTo(...this.place(this.edges[2 * edge], context.canvas));
    context.lineTo(...this.place(this.edges[2 * edge + 1], context.canvas));
  }

  place(node, { width, height }) {
    const along = (joint) => {
      const [low, high] = LINKS[joint].range;
      return (this.nodes[SIZE * node + joint] - low) / (high - low);
    };
    return [width * along(ACROSS), height * (1 - along(UPWARD))];
  }

  isShown(edge) {
    if (this.wrist === null) return true;
    const wrist = (node) => this.nodes[SIZE * node + WRIST];
    return Math.abs(0.5 * (wrist(this.edges[2 * edge]) + wrist(this.edges[2 * edge + 1])) - this.wrist) < SLICE;
  }

  /** Values of all joints at both ends. */
  endsOf(edge) {
    return [0, 1].map((end) => Array.from(this.nodes.subarray(SIZE * this.edges[2 * edge + end], SIZE * this.edges[2 * edge + end] + SIZE)));
  }

  longestFree() {
    let [best, longest] = [-1, 0];
    for (let edge = 0; edge < this.edgeCount; edge++) {
      if (this.verdicts[edge] !== FREE || !this.isShown(edge)) continue;
      const [a, b] = this.endsOf(edge);
      const length = Math.hypot(...a.map((x, k) => x - b[k]));
      if (length > longest) [best, longest] = [edge, length];
    }
    return best;
  }

  /** Finds the edge under the pointer, of those that are shown. */
  point({ offsetX, offsetY }) {
    const { canvas } = this.above;
    const [x, y] = [offsetX * devicePixelRatio, offsetY * devicePixelRatio];
    let [best, nearest] = [-1, (14 * devicePixelRatio) ** 2];
    for (let edge = 0; edge < this.edgeCount; edge++) {
      if (this.verdicts[edge] === UNKNOWN || !this.isShown(edge)) continue;
      const [ax, ay] = this.place(this.edges[2 * edge], canvas);
      if (Math.abs(ax - x) > canvas.width / 4 || Math.abs(ay - y) > canvas.height / 4) continue;
      const [bx, by] = this.place(this.edges[2 * edge + 1], canvas);
      const [dx, dy] = [bx - ax, by - ay];
      const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
      const square = (ax + t * dx - x) ** 2 + (ay + t * dy - y) ** 2;
      if (square < nearest) [best, nearest] = [edge, square];
    }
    if (best >= 0 && best !== this.marked) this.onPoint(best);
  }
}
