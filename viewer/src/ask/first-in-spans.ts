/**
 * The first contact along a path, asked span by span, so that it can be told how far it is. The answer is that of
 * `Scene.firstContact`, in its bits: what binds segments together is asked whole.
 */
import type { Scene, SceneFirstContact, SceneFirstContactOptions, SceneMotions } from 'inbetween';

/** A span should take so many milliseconds: often enough for a bar that moves, seldom enough to cost nothing. */
const SPAN_MILLISECONDS = 40;

export function firstContactInSpans(
  scene: Scene,
  motions: SceneMotions,
  options: SceneFirstContactOptions,
  tell: (done: number, total: number) => void,
): SceneFirstContact {
  const isLimited = options.maxMilliseconds !== undefined || options.maxIterations !== undefined;
  const question = isLimited ? null : scene.inSpans(motions, options);
  // with clearances by groups there are several searches, each along all of the path
  if (question === null || question.classes !== 1 || question.segments < 2) return scene.firstContact(motions, options);
  const { segments } = question;
  const found: SceneFirstContact[] = [];
  let size = 1;
  for (let done = 0; done < segments; ) {
    const begin = performance.now();
    const last = Math.min(segments, done + size);
    const { answer, leaves } = question.firstContact(0, { first: done, last }, Number.POSITIVE_INFINITY);
    if (leaves) return scene.firstContact(motions, options);
    found.push(answer);
    if (answer.status !== 'free') break;
    done = last;
    tell(done, segments);
    size = performance.now() - begin < SPAN_MILLISECONDS ? 2 * size : Math.max(1, Math.floor(size / 2));
  }
  return { ...found[found.length - 1], initial: found[0].initial, stats: summed(found.map(({ stats }) => stats)) };
}

const COUNTS = ['nodes', 'triangles', 'poses', 'iterations', 'steps', 'placements'] as const;

function summed(all: readonly SceneFirstContact['stats'][]): SceneFirstContact['stats'] {
  return all.reduce((a, b) => ({
    ...b,
    pairs: Math.max(a.pairs, b.pairs),
    ...Object.fromEntries(COUNTS.map((key) => [key, a[key] + b[key]])),
  }));
}
