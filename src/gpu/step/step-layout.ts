/** All bodies of a step as one: their vertices, edges and faces numbered through. */
import type { SoftSide } from '../../soft/step-search.ts';

export class StepLayout {
  readonly faces: number;
  readonly edges: number;
  readonly vertices: number;
  readonly bodies: number;
  /** Three vertices a face, then two an edge. */
  readonly corners: Uint32Array<ArrayBuffer>;
  readonly bodyOf: Uint32Array<ArrayBuffer>;
  /** 1 where a face has this vertex: others are points of nothing. Null: all of them are. */
  readonly used: Uint8Array | null;
  /** Where each body's begin; one more for the end. */
  private readonly firstFace: number[] = [0];
  private readonly firstEdge: number[] = [0];
  private readonly firstVertex: number[] = [0];

  constructor(sides: readonly SoftSide[]) {
    for (const { shape } of sides) {
      this.firstFace.push((this.firstFace.at(-1) as number) + shape.mesh.triangleCount);
      this.firstEdge.push((this.firstEdge.at(-1) as number) + shape.edges.edgeCount);
      this.firstVertex.push((this.firstVertex.at(-1) as number) + shape.mesh.vertexCount);
    }
    this.bodies = sides.length;
    this.faces = this.firstFace[this.bodies];
    this.edges = this.firstEdge[this.bodies];
    this.vertices = this.firstVertex[this.bodies];
    this.corners = new Uint32Array(3 * this.faces + 2 * this.edges);
    this.bodyOf = new Uint32Array(this.vertices);
    sides.forEach(({ shape }, body) => {
      const { mesh, edges } = shape;
      const shift = this.firstVertex[body];
      const face = 3 * this.firstFace[body];
      const edge = 3 * this.faces + 2 * this.firstEdge[body];
      for (let i = 0; i < mesh.indices.length; i++) this.corners[face + i] = mesh.indices[i] + shift;
      for (let i = 0; i < 2 * edges.edgeCount; i++) this.corners[edge + i] = edges.ends[i] + shift;
      this.bodyOf.fill(body, shift, this.firstVertex[body + 1]);
    });
    const used = new Uint8Array(this.vertices);
    for (let i = 0; i < 3 * this.faces; i++) used[this.corners[i]] = 1;
    this.used = used.includes(0) ? used : null;
  }

  /** Where the numbers of a body begin: of faces, edges or vertices. */
  first(what: 'face' | 'edge' | 'vertex', body: number): number {
    return (what === 'face' ? this.firstFace : what === 'edge' ? this.firstEdge : this.firstVertex)[body];
  }

  /** The body that has this feature. */
  bodyWith(what: 'face' | 'edge' | 'vertex', feature: number): number {
    if (this.bodies === 1) return 0;
    const begins = what === 'face' ? this.firstFace : what === 'edge' ? this.firstEdge : this.firstVertex;
    let low = 0;
    let high = this.bodies;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (begins[middle] <= feature) low = middle;
      else high = middle;
    }
    return low;
  }
}
