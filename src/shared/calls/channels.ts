/** IPC channels of the bridge; apart from the contract, so that the preload takes no schema along. */
export const callChannel = 'coldpress:call'
export const eventChannel = 'coldpress:event'
