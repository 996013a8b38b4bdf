/** `1 joint`, `2 joints`; `many` where the plural is another word. */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
