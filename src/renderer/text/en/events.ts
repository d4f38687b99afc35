/** The view "events". */
export const events = {}
