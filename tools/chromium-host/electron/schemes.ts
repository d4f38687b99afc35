import { createAddresses } from '../chromium/addresses.ts'

const privileged = new Set<string>()

export const addScheme = (scheme: string): void => {
  privileged.add(scheme)
}
export const firstScheme = (): string => [...privileged][0] ?? 'app'
export const addresses = createAddresses((scheme) => privileged.has(scheme))
