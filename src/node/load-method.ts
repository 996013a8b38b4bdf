import type { PairMethod, SceneFirstContactOptions, SceneMethod } from '../index.ts';
import type { SceneMethodName } from '../methods/index.ts';

/** A built-in method by its name, undefined for the default; what it takes is loaded then. Not each is for scenes. */
export async function loadMethod(name: string, options?: object): Promise<(PairMethod & SceneMethod) | undefined> {
  return name === 'auto' ? undefined : (await import('../methods/index.ts')).methodNamed(name as SceneMethodName, options);
}

/** As results call it. */
export function methodName(method: SceneFirstContactOptions['method']): string {
  return (typeof method === 'function' ? method() : method)?.name ?? 'auto';
}
