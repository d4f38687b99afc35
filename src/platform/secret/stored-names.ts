/** The vault's name for the key of `studio serve`, which stays the same over restarts. */
export const servedKeyName = 'studio'

/** A webhook's signing secret is stored as an API key of this name. */
export const webhookSecretName = (webhookId: string): string => `webhook-${webhookId}`
