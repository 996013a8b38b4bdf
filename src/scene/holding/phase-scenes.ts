/** The scenes of phases in which bodies are held otherwise, made once for what is where. */
import type { PhaseContent, PhaseScene } from './held-phases.ts';

/** Scenes that are kept for the next query. */
const MOST = 32;

export class PhaseScenes<S extends PhaseScene> {
  private readonly scenes: Map<string, S> = new Map();
  private readonly make: (content: PhaseContent) => S;

  constructor(make: (content: PhaseContent) => S) {
    this.make = make;
  }

  /** `whole`: the content without phases, with which all of them begin. */
  of(phase: PhaseContent, whole: PhaseContent): S {
    const key = JSON.stringify([
      phase.robots.map(({ links, allowed }, r) => {
        const held = links.slice(whole.robots[r].links.length);
        return held.map(({ name, parent, joint: { position, quaternion } }) => [
          name,
          parent,
          position,
          quaternion,
          allowedWith(name, allowed.list()),
        ]);
      }),
      phase.obstacles.slice(whole.obstacles.length).map(({ name, pose }) => [name, pose]),
    ]);
    let scene = this.scenes.get(key);
    if (scene === undefined) {
      if (this.scenes.size >= MOST) this.scenes.clear();
      scene = this.make(phase);
      this.scenes.set(key, scene);
    }
    return scene;
  }
}

/** Links that may touch a thing held: they differ from hold to hold. */
function allowedWith(name: string, pairs: readonly { readonly a: string; readonly b: string }[]): string[] {
  return pairs.flatMap(({ a, b }) => (a === name ? [b] : b === name ? [a] : [])).sort();
}
