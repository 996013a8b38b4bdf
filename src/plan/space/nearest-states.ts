/**
 * The nearest of many points that come one by one. Static trees of sizes that double, as in a binary counter
 * [Bentley & Saxe 1980], each a k-d tree over a permutation of its points; the newest few are looked at one by one. Of
 * equally near ones the oldest is found, whatever the trees look like.
 */

/** So many of the newest points are no tree yet. */
const LOOSE = 48;
/** Parts of a tree with so many points are looked at one by one. */
const BUCKET = 12;

interface StaticTree {
  /** Numbers of points, in the order of the tree: each middle has the smaller ones on its left. */
  readonly order: Int32Array;
  /** Along which number each middle splits. */
  readonly axis: Uint8Array;
}

export class NearestStates {
  /** How many points there are. */
  count = 0;
  /** Their numbers, one after another. */
  points: Float64Array;
  private readonly width: number;
  private readonly gone: Set<number> = new Set();
  private trees: StaticTree[] = [];
  private loose = 0;
  private query: Float64Array;
  private found: Int32Array = new Int32Array(1);
  private squares: Float64Array = new Float64Array(1);
  private wanted = 1;
  private have = 0;

  constructor(width: number) {
    this.width = width;
    this.points = new Float64Array(64 * width);
    this.query = new Float64Array(width);
  }

  /** Room for the next point: its place in `points`; `add` takes it. */
  room(): number {
    const { width, count } = this;
    if ((count + 1) * width > this.points.length) {
      const more = new Float64Array(2 * this.points.length);
      more.set(this.points);
      this.points = more;
    }
    return count * width;
  }

  /** Takes the point that was written into the room. */
  add(): void {
    this.count++;
    if (this.count - this.loose < LOOSE) return;
    // as a binary counter: trees no larger than what comes are united with it
    let first = this.loose;
    while (this.trees.length > 0 && (this.trees.at(-1) as StaticTree).order.length <= this.count - first)
      first -= (this.trees.pop() as StaticTree).order.length;
    const order = new Int32Array(this.count - first);
    for (let k = 0; k < order.length; k++) order[k] = first + k;
    const tree = { order, axis: new Uint8Array(order.length) };
    this.build(tree, 0, order.length);
    this.trees.push(tree);
    this.loose = this.count;
  }

  /** None is left. */
  get isEmpty(): boolean {
    return this.gone.size === this.count;
  }

  /** Never found again. */
  remove(point: number): void {
    this.gone.add(point);
  }

  /** The nearest point, −1 where there is none. */
  nearest(query: Float64Array): number {
    this.search(query, 1);
    return this.have === 0 ? -1 : this.found[0];
  }

  /** The nearest points, nearest first, at most so many, into `out`; how many there are. */
  several(query: Float64Array, most: number, out: Int32Array): number {
    this.search(query, most);
    for (let k = 0; k < this.have; k++) out[k] = this.found[k];
    return this.have;
  }

  private search(query: Float64Array, most: number): void {
    if (this.found.length < most) {
      this.found = new Int32Array(most);
      this.squares = new Float64Array(most);
    }
    this.wanted = most;
    this.have = 0;
    this.query = query;
    for (let point = this.loose; point < this.count; point++) this.consider(point);
    for (let t = this.trees.length - 1; t >= 0; t--) {
      const tree = this.trees[t];
      this.descend(tree, 0, tree.order.length);
    }
  }

  private consider(point: number): void {
    const { points, query, width, squares, found, wanted } = this;
    const full = this.have === wanted;
    const worst = full ? squares[wanted - 1] : Infinity;
    let square = 0;
    const at = point * width;
    for (let k = 0; k < width; k++) {
      const d = points[at + k] - query[k];
      square += d * d;
      if (square > worst) return;
    }
    if ((full && square === worst && point > found[wanted - 1]) || this.gone.has(point)) return;
    let place = full ? wanted - 1 : this.have++;
    while (place > 0 && (squares[place - 1] > square || (squares[place - 1] === square && found[place - 1] > point))) {
      squares[place] = squares[place - 1];
      found[place] = found[place - 1];
      place--;
    }
    squares[place] = square;
    found[place] = point;
  }

  private descend(tree: StaticTree, from: number, to: number): void {
    const { order } = tree;
    if (to - from <= BUCKET) {
      for (let k = from; k < to; k++) this.consider(order[k]);
      return;
    }
    const middle = (from + to) >> 1;
    const axis = tree.axis[middle];
    const d = this.query[axis] - this.points[order[middle] * this.width + axis];
    if (d <= 0) this.descend(tree, from, middle);
    else this.descend(tree, middle + 1, to);
    this.consider(order[middle]);
    if (this.have < this.wanted || d * d <= this.squares[this.wanted - 1]) {
      if (d <= 0) this.descend(tree, middle + 1, to);
      else this.descend(tree, from, middle);
    }
  }

  private build(tree: StaticTree, from: number, to: number): void {
    if (to - from <= BUCKET) return;
    const { points, width } = this;
    const { order } = tree;
    let widest = 0;
    let most = -1;
    for (let k = 0; k < width; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (let i = from; i < to; i++) {
        const x = points[order[i] * width + k];
        if (x < low) low = x;
        if (x > high) high = x;
      }
      if (high - low > most) {
        most = high - low;
        widest = k;
      }
    }
    const middle = (from + to) >> 1;
    this.select(order, from, to - 1, middle, widest);
    tree.axis[middle] = widest;
    this.build(tree, from, middle);
    this.build(tree, middle + 1, to);
  }

  /** Hoare's selection, with the point's number where values are equal. */
  private select(order: Int32Array, first: number, last: number, middle: number, axis: number): void {
    const { points, width } = this;
    const before = (p: number, q: number): boolean => {
      const x = points[p * width + axis];
      const y = points[q * width + axis];
      return x < y || (x === y && p < q);
    };
    let from = first;
    let to = last;
    while (from < to) {
      const pivot = order[(from + to) >> 1];
      let i = from;
      let j = to;
      while (i <= j) {
        while (before(order[i], pivot)) i++;
        while (before(pivot, order[j])) j--;
        if (i <= j) {
          const swap = order[i];
          order[i++] = order[j];
          order[j--] = swap;
        }
      }
      if (middle <= j) to = j;
      else if (middle >= i) from = i;
      else return;
    }
  }
}
