/** The view "start". */
export const start = {}
