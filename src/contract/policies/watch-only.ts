import type { PolicyView } from './policy-view.ts'

/** Whether other computers have all keys of a policy, so that its mints wait for them. */
export const isWatchOnly = ({ keys }: Pick<PolicyView, 'keys'>): boolean =>
  keys.length > 0 && !keys.some(({ here }) => here)
