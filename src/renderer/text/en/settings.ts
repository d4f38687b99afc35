/** The view "settings". */
export const settings = {}
