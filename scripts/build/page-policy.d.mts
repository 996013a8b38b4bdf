export const POLICY: string;
export function withPolicy(html: string): string;
