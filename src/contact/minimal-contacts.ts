export function minimalContacts(x: any, ..._: unknown[]): any { return x; }
