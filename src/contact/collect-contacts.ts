export function describeLeaves(..._: unknown[]): any[] { return []; }
export function collectContacts(..._: unknown[]): any[] { return []; }
