import type { BuildOptions } from 'esbuild';

export function withBundle<T>(entry: string, work: (file: string) => Promise<T>, options?: BuildOptions & { near?: boolean }): Promise<T>;
