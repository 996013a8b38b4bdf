export const PLOTTED: readonly string[];
export function withPlots(markdown: string): string;
