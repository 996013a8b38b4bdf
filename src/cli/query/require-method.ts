import { InputError } from '../../index.ts';

/** Not every kind of scene has every method. */
export function requireMethod(method: string, methods: readonly string[], what: string): void {
  if (!methods.includes(method)) throw new InputError(`--method ${method}: ${what} is answered by ${methods.join(', ')}`);
}
