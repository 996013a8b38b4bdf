/*
 * Spheres swept along a line or a point, fitted as those of rectangles are: whoever asks for them brings this.
 * Guarantee: that of fit-swept-sphere.ts.
 */
import type { VolumeFitter } from './fit-nodes.ts';
import { rectangle, roles, type SweptVolume, takeRoles, writeVolume } from './fit-swept-sphere.ts';
import { orthonormalAxes } from './principal-axes.ts';
import type { Projection } from './projection.ts';
import { measure, shrinkToLine, shrinkToPoint } from './swept-rectangle.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from './triangle-tree.ts';

export class ThinFitter implements VolumeFitter {
  private readonly shrink: typeof shrinkToLine;
  private readonly evenRadius: number | null;

  constructor(volume: Exclude<SweptVolume, 'rss'>, evenRadius: number | null) {
    this.shrink = volume === 'lss' ? shrinkToLine : shrinkToPoint;
    this.evenRadius = evenRadius;
  }

  fit(projection: Projection, groups: Float64Array, from: number, to: number, nodes: Float64Array, node: number): void {
    const { axes, centre, bounds, along } = projection;
    orthonormalAxes(axes[0], axes[1], axes[2], axes[3], axes[4], axes[5], axes);
    projection.project(groups, from, to);
    takeRoles(bounds);
    const [X, Y, Z] = [along[roles[0]], along[roles[1]], along[roles[2]]];
    const count = 3 * (to - from);
    const radii = this.evenRadius === null ? groups : null;
    const radiusAt = LEAF_STRIDE * from + LEAF_RADIUS;
    this.shrink(X, Y, Z, count, rectangle, radii, radiusAt);
    const reach = measure(X, Y, Z, count, rectangle, radii, radiusAt);
    writeVolume(reach, this.evenRadius ?? -1, axes, centre, bounds, nodes, node);
  }
}
