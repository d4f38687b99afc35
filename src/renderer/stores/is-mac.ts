/** Whether the window runs on macOS, which has keys of its own. */
export const isMac = navigator.userAgent.includes('Macintosh')
