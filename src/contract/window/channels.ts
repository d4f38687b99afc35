/**
 * IPC channels of the bridge. Apart from the contract, so that the preload bundle contains no
 * schemas.
 */
export const callChannel = 'coldpress:call'
export const eventChannel = 'coldpress:event'
