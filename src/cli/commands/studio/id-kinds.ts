/** What `studio ids` lists. */
export const idKinds = ['collection', 'sale', 'mint', 'webhook', 'policy'] as const
export type IdKind = (typeof idKinds)[number]
