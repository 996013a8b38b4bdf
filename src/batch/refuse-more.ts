import { InputError } from '../math/input-error.ts';
import { shownName } from '../math/shown-name.ts';

/**
 * What remains of a record that was taken apart by its type: nothing. A key that the type gains does not compile until
 * the packer sends it; one that is there without the type is refused, never dropped.
 */
export function refuseMore(rest: Readonly<Record<string, never>>, what: string): void {
  for (const [key, value] of Object.entries(rest))
    if (value !== undefined) throw new InputError(`${what}: ${shownName(key)} is not known here and would be lost`);
}
