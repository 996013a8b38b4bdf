/*
 * Spheres swept along a line or a point, fitted as those of rectangles are: whoever asks for them brings this.
 * Guarantee: that of fit-swept-sphere.ts.
 */
import { SweptSphereFitter, type SweptVolume } from './fit-swept-sphere.ts';
import { orthonormalAxes } from './principal-axes.ts';
import type { Projection } from './projection.ts';
import { measure, shrinkToLine, shrinkToPoint } from './swept-rectangle.ts';

export class ThinFitter extends SweptSphereFitter {
  private readonly shrink: typeof shrinkToLine;

  constructor(volume: Exclude<SweptVolume, 'rss'>, evenRadius: number | null) {
    super(evenRadius);
    this.shrink = volume === 'lss' ? shrinkToLine : shrinkToPoint;
  }

  protected override align({ axes }: Projection): void {
    orthonormalAxes(axes[0], axes[1], axes[2], axes[3], axes[4], axes[5], axes);
  }

  protected override lay(
    X: Float64Array,
    Y: Float64Array,
    Z: Float64Array,
    count: number,
    _: Float64Array,
    radii: Float64Array | null,
    radiusAt: number,
  ): number {
    this.shrink(X, Y, Z, count, this.rectangle, radii, radiusAt);
    return measure(X, Y, Z, count, this.rectangle, radii, radiusAt);
  }
}
