export const PLOTTED: readonly string[];
export function withPlots(html: string, markdown: string): string;
