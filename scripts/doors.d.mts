export interface Door {
  readonly name: string;
  readonly entry: string;
}
export function doors(): Door[];
