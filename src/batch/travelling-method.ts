/** A method as it travels, by its name and options alone: workers load the built-in one of that name. */
import { type Chosen, isBuiltIn, methodOf } from '../contact/method.ts';
import { copied } from '../math/entries.ts';
import { InputError } from '../math/input-error.ts';
import { AUTO, type SceneMethod } from '../scene/search/scene-method.ts';

interface WithMethod {
  readonly method?: Chosen<SceneMethod>;
}

/** Options of a question as they travel. */
export type Travelling<Options extends WithMethod> = Omit<Options, 'method'> & {
  readonly method?: Pick<SceneMethod, 'name' | 'options'>;
};

/** Gives a built-in method by its name. */
export type LoadMethod = (name: string, options: object | undefined) => SceneMethod | undefined | Promise<SceneMethod | undefined>;

/** Copied: tasks may be sent later. */
export function sentOptions<Options extends WithMethod>({ method: given, ...others }: Options): Travelling<Options> {
  const rest = copied(others);
  const method = methodOf(given, AUTO, 'scene');
  if (method === AUTO) return rest;
  const { name, options } = method;
  if (!isBuiltIn(method))
    throw new InputError(`method: '${name}' is not built in, and workers have no other; leave it out, or ask the scene itself`);
  return { ...rest, method: { name, options } };
}

export async function arrivedOptions<Options extends WithMethod>(
  { method, ...rest }: Travelling<Options>,
  load: LoadMethod,
): Promise<Options> {
  return (method === undefined ? rest : { ...rest, method: await load(method.name, method.options) }) as unknown as Options;
}
