import { InputError } from '../../index.ts';

/** A method that not every kind of scene has. */
export function chosenMethod<M extends string>(method: string, methods: readonly M[], what: string): M {
  const found = methods.find((known) => known === method);
  if (found === undefined) throw new InputError(`--method ${method}: ${what} is answered by ${methods.join(', ')}`);
  return found;
}
