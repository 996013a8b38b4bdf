import type { Stage } from './stage.ts';

/** What is in the picture, for tests by others; null: there is none. */
export function stageFacts(stage: Stage | null): Readonly<Record<string, unknown>> {
  return {
    triangles: stage?.parts?.triangles ?? 0,
    markers: stage?.markers.count ?? 0,
    arrows: stage?.markers.arrows ?? 0,
    coloured: stage?.markedKeys ?? [],
    tinted: stage?.tintedKeys ?? [],
    treeEdges: stage?.tree.count ?? 0,
    frameMilliseconds: stage?.frameMilliseconds ?? null,
    drawCalls: stage?.drawCalls ?? 0,
    frames: stage?.framesDrawn ?? 0,
    firstDrawn: stage?.firstDrawn ?? 0,
    view: stage?.view ?? null,
  };
}
