const moving: ReadonlySet<string> = new Set([
  'RESERVED',
  'PROCESSING',
  'SUBMITTING',
  'MINTING',
  'UNRESOLVED_SUBMITTING_FAILED',
  'UNRESOLVED_MINTING_MISSING',
  'UNRESOLVED_UNDERPAID',
  'REFUNDING',
])

/** Whether the state of a sale may change at any moment. */
export const isMoving = ({ status }: { readonly status: string }): boolean => moving.has(status)
